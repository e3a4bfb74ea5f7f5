/// Interactive additions to a page: filtering, opening the target of a link, copying.
///
/// A page is complete without the script. It loads and sends nothing, and the page's policy lets no other script run,
/// whatever a trace contains.
enum PageScript {
    /// Shows the filter, hides what does not match, and opens the folds that contain matches.
    static let text = """
        "use strict";
        const all = (query, root) => Array.from((root || document).querySelectorAll(query));
        const bar = document.getElementById("filter");
        if (bar) {
          bar.hidden = false;
          const [words, kind, link, bad] = ["words", "kind", "link", "bad"].map((name) => bar.elements[name]);
          const folds = all("details.fold");
          const wereOpen = folds.map((fold) => fold.open);
          const show = () => {
            const wanted = words.value.toLowerCase();
            const isActive = wanted || kind.value || (link && link.value) || bad.checked;
            let count = 0;
            for (const item of all("[data-item]")) {
              item.hidden = !(
                (!wanted || item.textContent.toLowerCase().includes(wanted)) &&
                (!kind.value || !item.dataset.kind || item.dataset.kind === kind.value) &&
                (!link || !link.value || !item.dataset.kind || item.dataset.link === link.value) &&
                (!bad.checked || item.dataset.item === "bad"));
              if (!item.hidden) count += 1;
            }
            folds.forEach((fold, place) => {
              const items = all("[data-item]", fold);
              const fits = items.some((item) => !item.hidden);
              (fold.closest("li") || fold).hidden = items.length > 0 && !fits;
              fold.open = isActive ? fits : wereOpen[place];
            });
            bar.querySelector("output").textContent = isActive ? count + " shown" : "";
          };
          bar.addEventListener("input", show);
          bar.addEventListener("submit", (event) => event.preventDefault());
          bar.addEventListener("reset", () => setTimeout(show));
        }
        const open = () => {
          const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
          if (!target) return;
          for (let node = target; node; node = node.parentElement) {
            if (node.tagName === "DETAILS") node.open = true;
          }
          target.scrollIntoView();
        };
        addEventListener("hashchange", open);
        open();
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
    static let hash = "Gq2qzggbjQkkWb5UN4xwFZlCdF0Reb+aR+C7wPc2Uys="
}
