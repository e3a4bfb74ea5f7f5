/// The style sheet of a page: readable on a phone's screen, in the dark, and on paper.
enum PageStyle {
    static let sheet = """
        :root{--ink:#1b1f24;--soft:#5d6670;--line:#d5dade;--paper:#fff;--tint:#f4f6f8;--zone:#2f7d6b1f;\
        --accent:#0b57d0;--good:#13713a;--bad:#b3261e;--warn:#8a5a00;--dot:#8a6d3b}
        @media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#9aa4ae;--line:#3a4149;--paper:#15181c;\
        --tint:#1e2329;--zone:#5fc4ab26;--accent:#8ab4f8;--good:#6fd08f;--bad:#f2857e;--warn:#e0b45c;--dot:#c9a86a}}
        @media print{:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--tint:#fff;--zone:#0001;\
        --accent:#00409f;--good:#0a5528;--bad:#9c1a13;--warn:#6b4600;--dot:#555}nav{display:none}.row,.timeline li,\
        figure{break-inside:avoid}body{max-width:none!important}.parties{position:static!important}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--paper);color:var(--ink);\
        font:15px/1.45 system-ui,sans-serif}
        h1{font-size:1.35rem;margin:0 0 .3rem;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:1.6rem 0 .5rem}
        p{margin:.2rem 0}nav a{color:var(--accent);margin-right:.8rem}
        .verdict{font-weight:600;overflow-wrap:anywhere}.good{color:var(--good)}.complaint,.bad{color:var(--bad)}\
        .rig{color:var(--warn)}.open{color:var(--soft)}
        .facts,.none,.time,.number,.link,.key{color:var(--soft)}.facts,.none{font-size:.85rem}
        figure{margin:0 0 1rem}figcaption{font-weight:600}.key{font-weight:400;font-size:.8rem;\
        margin-left:.5rem}
        .key span{white-space:nowrap}.key i{display:inline-block;vertical-align:middle;margin:0 .25rem 0 .6rem}\
        .dot{width:6px;height:6px;border-radius:50%;background:var(--dot)}\
        .bar{width:16px;height:2px;background:var(--accent)}.tick{width:0;\
        height:12px;border-left:1px dashed var(--bad)}.dots{width:16px;height:0;border-top:2px dotted var(--good)}\
        .area{width:14px;height:10px;background:var(--zone);border-top:1px solid var(--zone)}
        .chart{width:100%;height:auto;display:block}.chart text{font:8.5px system-ui,sans-serif;fill:var(--soft)}
        .chart path,.chart line{vector-effect:non-scaling-stroke;fill:none}.chart .zonename{fill:var(--ink)}
        .zone{fill:var(--zone)}.leaving{stroke:var(--good);stroke-width:1.5;stroke-dasharray:2 4}
        .grid{stroke:var(--line);stroke-width:1}.chart .scale{stroke:var(--soft);stroke-width:1}
        .measured{stroke:var(--dot);stroke-width:4.5;stroke-linecap:round}\
        .smoothed{stroke:var(--accent);stroke-width:2}
        .change{stroke:var(--bad);stroke-width:1;stroke-dasharray:4 3}.chart .changename{fill:var(--bad)}
        .sequence{position:relative;font-size:.85rem}
        .parties{position:sticky;top:0;z-index:1;display:grid;grid-template-columns:repeat(var(--n),1fr);\
        background:var(--paper);border-bottom:1px solid var(--line);padding:.3rem 0;text-align:center}
        .parties b{overflow-wrap:anywhere}
        .row{padding:.2rem 0 .45rem;border-bottom:1px solid var(--tint)}.row p{overflow-wrap:anywhere}
        .time{font-variant-numeric:tabular-nums;font-size:.75rem;margin-right:.5rem;white-space:nowrap}
        .say{background:var(--tint);padding:.25rem .3rem;overflow-wrap:anywhere}.say em{font-style:normal;\
        font-weight:600}
        .arrow{position:relative;height:0;border-top:1.5px solid var(--accent);margin-top:.35rem;\
        margin-left:calc((var(--a) + .5)*100%/var(--n));width:calc((var(--b) - var(--a))*100%/var(--n))}
        .arrow::after{content:"";position:absolute;top:-5px;border:4px solid transparent}
        .out::after{right:-1px;border-left:7px solid var(--accent);border-right:0}
        .in::after{left:-1px;border-right:7px solid var(--accent);border-left:0}
        .both::before{content:"";position:absolute;top:-5px;left:-1px;border:4px solid transparent;border-left:0;\
        border-right:7px solid var(--accent)}.both::after{right:-1px;border-left:7px solid var(--accent);border-right:0}
        .timeline{list-style:none;margin:0;padding:0;font-size:.82rem}
        .timeline li{display:grid;grid-template-columns:5.2rem 3.6rem 9rem 1fr;gap:0 .5rem;padding:.12rem 0;\
        border-bottom:1px solid var(--tint)}
        .timeline .time{text-align:right;margin:0}.timeline .text{overflow-wrap:anywhere;min-width:0}
        .link{overflow-wrap:anywhere}
        .timeline .step,.timeline .mark{background:var(--tint);font-weight:600}.timeline .wrong{color:var(--bad);\
        font-weight:600}.timeline .finding{color:var(--warn)}
        @media(max-width:40rem){body{padding:.7rem}.chart text{font-size:15px}.chart .changename{font-size:14px}\
        .timeline li{grid-template-columns:4.4rem 3rem 1fr}\
        .timeline .text{grid-column:1/-1;padding-left:.6rem}.timeline .time{text-align:left}}
        """
}
