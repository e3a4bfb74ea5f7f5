/// Interactive additions to a page: filters, steps as a menu, zoom, keys, opening the target of a link, copying.
///
/// A page is complete without the script. It loads and sends nothing, and the page's policy lets no other script run,
/// whatever a trace contains.
enum PageScript {
    static let text = filtering + zooming + moving

    /// Shows the filter, hides what does not match, and opens the folds that contain matches. A step that is chosen
    /// keeps only its own frames and those of the steps inside it.
    private static let filtering = """
        "use strict";
        const all = (query, root) => Array.from((root || document).querySelectorAll(query));
        const bar = document.getElementById("filter");
        const whole = document.querySelector("details.whole");
        let step = null;
        const show = () => {
          if (!bar) return;
          const [words, kind, link, bad] = ["words", "kind", "link", "bad"].map((name) => bar.elements[name]);
          const wanted = words.value.toLowerCase();
          const isTyped = wanted || kind.value || (link && link.value) || bad.checked;
          const isActive = isTyped || step;
          let count = 0;
          for (const item of all("[data-item]")) {
            const own = (item.dataset.step || "0").split(" ").map(Number);
            item.hidden = !(
              (!step || item.dataset.last || own.some((number) => step[0] <= number && number <= step[1])) &&
              (!wanted || item.textContent.toLowerCase().includes(wanted)) &&
              (!kind.value || !item.dataset.kind || item.dataset.kind === kind.value) &&
              (!link || !link.value || !item.dataset.kind || item.dataset.link === link.value) &&
              (!bad.checked || item.dataset.item === "bad"));
            if (!item.hidden) count += 1;
          }
          for (const row of all("[data-kinds]")) {
            row.hidden = !(
              (!wanted || row.textContent.toLowerCase().includes(wanted)) &&
              (!kind.value || row.dataset.kinds.split("|").includes(kind.value)) &&
              (!bad.checked || row.dataset.kinds !== "passed"));
          }
          for (const box of all("main section, main article, details.fold")) {
            const items = all("[data-item], [data-kinds]", box);
            if (box.dataset.item || !items.length) continue;
            const fits = items.some((item) => !item.hidden);
            (box.closest("li") || box).hidden = !fits;
            if (box.tagName !== "DETAILS") continue;
            box.dataset.was ||= box.open ? "open" : "closed";
            box.open = isActive ? fits : box.dataset.was === "open";
          }
          if (whole && isTyped) whole.open = true;
          for (const row of all("tr[data-last]")) {
            const isChosen = step && Number(row.dataset.step) === step[0];
            row.toggleAttribute("aria-current", Boolean(isChosen));
          }
          bar.querySelector("output").textContent =
            isActive ? count + " shown" + (step ? ", step " + step[0] : "") : "";
        };
        if (bar) {
          bar.hidden = false;
          bar.addEventListener("input", show);
          bar.addEventListener("submit", (event) => event.preventDefault());
          bar.addEventListener("reset", () => { step = null; setTimeout(show); });
        }
        for (const row of all("tr[data-last]")) {
          row.querySelector("a.pick")?.addEventListener("click", (event) => {
            event.preventDefault();
            const range = [Number(row.dataset.step), Number(row.dataset.last)];
            step = step && step[0] === range[0] ? null : range;
            show();
          });
        }

        """

    /// Zooms all charts of a page along their common time axis: by dragging, and with buttons.
    private static let zooming = """
        const charts = all("svg.timed");
        const [width, left, low, high] = charts.length
          ? ["width", "left", "low", "high"].map((name) => Number(charts[0].dataset[name])) : [];
        let view = [0, width];
        const ticks = (chart) => {
          const group = chart.querySelector(".ticks");
          const [from, to] = view.map((x) => low + x / width * (high - low));
          let unit = 10 ** Math.floor(Math.log10((to - from) / 4));
          unit *= [1, 2, 5, 10].find((factor) => (to - from) / (unit * factor) <= 8);
          const old = all("text", group);
          const floor = Number(old[0]?.getAttribute("y") || 0);
          group.replaceChildren();
          for (let time = Math.ceil(from / unit - 1e-9) * unit; time <= to; time += unit) {
            const text = document.createElementNS(group.namespaceURI, "text");
            text.setAttribute("class", "axis");
            text.setAttribute("text-anchor", "middle");
            text.setAttribute("y", floor);
            text.setAttribute("x", left + (time - from) / (to - from) * width);
            text.textContent = time.toFixed(Math.max(0, -Math.floor(Math.log10(unit)))) + " s";
            group.append(text);
          }
        };
        const zoom = (from, to) => {
          const span = Math.max(width / 2000, Math.min(width, to - from));
          const start = Math.max(0, Math.min(width - span, from));
          view = [start, start + span];
          for (const chart of charts) {
            chart.querySelector(".plot").setAttribute(
              "viewBox", start + " 0 " + span + " " + chart.querySelector(".plot").dataset.height);
            for (const mark of all("g[data-x]", chart)) {
              const x = Number(mark.dataset.x);
              const place = (x - start) / span * width;
              mark.setAttribute("transform", "translate(" + (place - x) + " 0)");
              mark.style.display = place < -1 || place > width + 1 ? "none" : "";
            }
            ticks(chart);
          }
        };
        for (const box of all(".zoom")) {
          box.hidden = false;
          box.addEventListener("click", (event) => {
            const [from, to] = view;
            const quarter = (to - from) / 4;
            if (event.target.name === "in") zoom(from + quarter, to - quarter);
            if (event.target.name === "out") zoom(from - 2 * quarter, to + 2 * quarter);
            if (event.target.name === "all") zoom(0, width);
          });
        }
        for (const chart of charts) {
          const at = (event) => {
            const box = chart.getBoundingClientRect();
            const x = (event.clientX - box.left) * chart.viewBox.baseVal.width / box.width - left;
            return view[0] + Math.max(0, Math.min(1, x / width)) * (view[1] - view[0]);
          };
          let start = null;
          chart.addEventListener("dragstart", (event) => event.preventDefault());
          chart.addEventListener("pointerdown", (event) => { start = [event.clientX, at(event)]; });
          chart.addEventListener("pointerup", (event) => {
            if (start && Math.abs(event.clientX - start[0]) > 8) {
              const end = at(event);
              zoom(Math.min(start[1], end), Math.max(start[1], end));
            }
            start = null;
          });
          chart.addEventListener("dblclick", () => zoom(0, width));
        }

        """

    /// Opens the target of a link, moves with keys, and copies texts.
    private static let moving = """
        const open = () => {
          const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
          if (!target) return;
          if (target.closest("[hidden]")) bar?.reset();
          for (let node = target; node; node = node.parentElement) {
            node.hidden = false;
            if (node.tagName === "DETAILS") node.open = true;
          }
          target.scrollIntoView();
        };
        addEventListener("hashchange", open);
        open();
        const keys = document.getElementById("keys");
        const help = document.getElementById("help");
        if (help && keys) {
          help.hidden = false;
          help.addEventListener("click", () => keys.showModal());
        }
        const move = (by) => {
          const items = all(".row[data-item], .timeline [data-item], .card[data-item], main tr[data-item]")
            .filter((item) => !item.dataset.last && item.checkVisibility());
          const here = items.findIndex((item) => item.classList.contains("here"));
          const first = items.findIndex((item) => item.getBoundingClientRect().top >= 0);
          const next = here < 0 ? Math.max(0, first) : here + by;
          if (!items[next]) return;
          items[here]?.classList.remove("here");
          items[next].classList.add("here");
          items[next].tabIndex = -1;
          items[next].focus({ preventScroll: true });
          items[next].scrollIntoView({ block: "nearest" });
        };
        addEventListener("keydown", (event) => {
          if (event.ctrlKey || event.altKey || event.metaKey) return;
          if (event.target.closest("input, select, textarea, dialog")) return;
          if (event.key === "j") move(1);
          if (event.key === "k") move(-1);
          if (event.key === "?") keys?.showModal();
          if (event.key === "/" && bar) {
            event.preventDefault();
            bar.elements.words.focus();
          }
        });
        for (const text of all("pre.copied")) {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = "Copy";
          button.addEventListener("click", async () => {
            try {
              await navigator.clipboard.writeText(text.textContent);
              button.textContent = "Copied";
            } catch {
              getSelection().selectAllChildren(text);
              button.textContent = "Selected: press Ctrl+C";
            }
          });
          text.before(button);
        }

        """

    /// The SHA-256 of the text in base64, by which a page's policy allows it.
    static let hash = "GD2BLxuBQa8fMYxPUGtofDBPo8gEHaTrP+faiOwK/Cw="
}
