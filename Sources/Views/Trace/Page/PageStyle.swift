/// The style sheet of a page: readable on a phone's screen, in dark mode and on paper.
enum PageStyle {
    /// The style sheet of every page.
    static let sheet = content + common

    /// The styles shared by the page of one run and that of many: tables, folds, the filter, paper.
    private static let common = """
        [hidden]{display:none!important}:target{background:var(--mark);outline:2px solid var(--accent)}\
        :root{--mark:#fff3c4}@media(prefers-color-scheme:dark){:root{--mark:#4a3d10}}
        a{color:var(--accent)}a:focus-visible,summary:focus-visible,button:focus-visible,pre:focus-visible{\
        outline:2px solid var(--accent);outline-offset:2px}.here{outline:2px solid var(--accent);outline-offset:-2px}
        h3{font-size:1rem;margin:1.1rem 0 .3rem}h4,h5{font-size:.95rem;margin:.6rem 0 .2rem}\
        summary>h3,summary>h4{display:inline;line-height:1.8}
        table{border-collapse:collapse;width:100%;font-size:.85rem}th,td{text-align:left;vertical-align:top;\
        padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line)}\
        thead th{color:var(--soft);font-weight:600;white-space:nowrap}tbody th{font-weight:400}
        td.figure{font-variant-numeric:tabular-nums;white-space:nowrap}
        .spot{color:var(--soft);font-size:.9em}
        summary{cursor:pointer}pre{margin:.3rem 0;padding:.5rem;background:var(--tint);font:.8rem/1.4 \
        ui-monospace,monospace;white-space:pre-wrap;max-width:100%}code{font-family:ui-monospace,monospace}
        button{font:inherit;font-size:.85rem}kbd{font:.85em ui-monospace,monospace;border:1px solid var(--line);\
        border-radius:3px;padding:0 .3em}
        #filter{display:flex;flex-wrap:wrap;gap:.4rem .8rem;align-items:center;font-size:.85rem;margin:.6rem 0}\
        #filter input,#filter select{font:inherit;max-width:9rem}
        dl{display:grid;grid-template-columns:6.5rem 1fr;gap:.1rem .6rem;margin:.3rem 0;font-size:.9rem}\
        dt{color:var(--soft)}dd{margin:0;min-width:0;max-width:60rem}
        dialog{background:var(--paper);color:var(--ink);border:1px solid var(--line)}dialog h2{margin-top:0}\
        dialog dl{grid-template-columns:3rem 1fr}
        .card{border:1px solid var(--line);border-left:4px solid var(--line);padding:.4rem .7rem;margin:.5rem 0}\
        .card.bad{border-left-color:var(--bad)}.card.rig{border-left-color:var(--warn)}.card.bad,.card.rig{\
        color:inherit}.mark{font-weight:600}.list{margin:.2rem 0;padding-left:1.2rem}
        .printed{display:none}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);\
        white-space:nowrap}
        @media(max-width:40rem){thead{position:absolute;left:-999rem}table,tbody,tr,th,td{display:block;width:100%}\
        td,tbody th{border:0;padding:.05rem 0}\
        td.figure{display:inline-block;width:auto;margin-right:1rem}\
        tr{border-bottom:1px solid var(--line);padding:.3rem 0}\
        td.empty{display:none}td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}\
        dl{grid-template-columns:1fr}dd{padding-left:.6rem}}
        @page{size:A4;margin:11mm 12mm}
        @media print{html{font-size:8pt}body{font-size:1rem;line-height:1.25;padding:0}h2,h3{break-after:avoid}\
        h2{margin:.9rem 0 .2rem}h3{margin:.6rem 0 .1rem}th,td{padding:.1rem .5rem .1rem 0}\
        tr,.card{break-inside:avoid}\
        .card{padding:.2rem .6rem;margin:.3rem 0}\
        #filter,button,.zoom{display:none!important}.printed{display:block;font-size:7pt;color:var(--soft)}\
        :target{background:none;outline:0}}

        """

    /// The colours and the frame of every page, and the columns of the page of one run.
    private static let content = """
        :root{color-scheme:light dark;--ink:#1b1f24;--soft:#5d6670;--line:#d5dade;--paper:#fff;--tint:#f4f6f8;\
        --zone:#2f7d6b1f;--accent:#0b57d0;--good:#13713a;--bad:#b3261e;--warn:#8a5a00;--dot:#8a6d3b}
        @media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#9aa4ae;--line:#3a4149;--paper:#15181c;\
        --tint:#1e2329;--zone:#5fc4ab26;--accent:#8ab4f8;--good:#6fd08f;--bad:#f2857e;--warn:#e0b45c;--dot:#c9a86a}}
        @media print{:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--tint:#fff;--zone:#0001;\
        --accent:#00409f;--good:#0a5528;--bad:#9c1a13;--warn:#6b4600;--dot:#555}nav,.whole{display:none}.row,\
        figure{break-inside:avoid}body{max-width:none!important}.parties{position:static!important}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:.8rem 1rem;max-width:80rem;background:var(--paper);color:var(--ink);\
        font:15px/1.4 system-ui,sans-serif;overflow-wrap:break-word}
        h1{font-size:1.35rem;margin:0 0 .2rem}h2{font-size:1.1rem;margin:1.2rem 0 .4rem}
        p{margin:.15rem 0}nav{margin:.2rem 0}nav a{color:var(--accent);margin-right:.8rem}
        .verdict{font-weight:600}.good{color:var(--good)}.complaint,.bad{color:var(--bad)}\
        .rig{color:var(--warn)}.open{color:var(--soft)}
        .facts,.none,.time,.number,.link,.key{color:var(--soft)}.facts,.none{font-size:.85rem}
        .why{margin:.1rem 0}.code b{color:var(--ink)}
        .steps tbody th{padding-left:calc(var(--depth,0)*1rem)}.steps .spot,.steps .measure{display:block;\
        font-size:.78rem}.steps .pick{color:inherit;text-decoration:none;\
        display:block;text-wrap:pretty}.steps .pick:hover{text-decoration:underline}
        .steps .wrong>th,.steps .wrong>td{color:var(--bad);font-weight:600}.steps .open>td{color:var(--soft)}\
        .steps .spot{font-weight:400}.steps tr[aria-current]{background:var(--mark)}
        .run>*{min-width:0}.run>div>section:first-child>h2,#steps>h2{margin-top:.4rem}
        .fields{display:block;columns:15.5rem;column-gap:1.2rem;font-size:.82rem}.fields div{display:flex;\
        justify-content:space-between;gap:.3rem;break-inside:avoid;border-bottom:1px solid var(--tint)}\
        .fields dt{flex:none}.fields dd{text-align:right;padding:0}
        #proof>code{font-size:.72rem;color:var(--soft)}
        .figures{display:flex;flex-wrap:wrap;gap:0 2rem;align-items:flex-start}.figures table{width:auto;\
        min-width:18rem}.figures th,.figures td{padding-top:0;padding-bottom:0}\
        caption{text-align:left;font-weight:600;padding-top:.4rem}
        .overview{list-style:none;margin:0;padding:0;columns:22rem;column-gap:1.6rem;font-size:.85rem}\
        .overview li{display:flex;flex-wrap:wrap;gap:0 .5rem;break-inside:avoid;border-bottom:1px solid var(--tint)}\
        .overview .name{flex:1 1 9rem;min-width:0}.tiles{display:flex;flex-wrap:wrap;gap:2px}\
        .tile{display:inline-block;width:1.2rem;text-align:center;text-decoration:none;color:var(--paper);\
        background:var(--soft)}.tile.good{background:var(--good)}.tile.bad{background:var(--bad)}\
        .tile.rig{background:var(--warn)}.took{flex:0 0 4.6rem;text-align:right;color:var(--soft);\
        font-variant-numeric:tabular-nums}
        .whole>summary>h2{display:inline}.whole{margin-top:1.2rem}
        @media screen{#steps{max-height:75vh;overflow-y:auto}}
        @media screen and (min-width:64rem){.run{display:grid;grid-template-columns:26rem 1fr;gap:0 1.6rem}\
        #steps{position:sticky;top:0;align-self:start;max-height:100vh!important}.steps{table-layout:fixed}\
        .steps th+th{width:4.6rem}.steps th:nth-child(4){width:3.2rem}}
        @media(max-width:40rem){body{padding:.7rem}}

        """

    /// The styles of charts.
    static let charts = """
        figure{margin:0 0 .6rem}figcaption{font-weight:600}.key{font-weight:400;font-size:.8rem;margin-left:.5rem}
        .key span{white-space:nowrap}.key i{display:inline-block;vertical-align:middle;margin:0 .25rem 0 .6rem}\
        .dot{width:6px;height:6px;border-radius:50%;background:var(--dot)}\
        .bar{width:16px;height:2px;background:var(--accent)}.tick{width:0;\
        height:12px;border-left:1px dashed var(--warn)}.dots{width:16px;height:0;border-top:2px dotted var(--good)}\
        .area{width:14px;height:10px;background:var(--zone);border-top:1px solid var(--zone)}\
        .true{width:16px;height:2px;background:var(--soft)}.loss{width:0;height:9px;border-left:2px solid var(--bad)}
        .chart{width:100%;height:auto;display:block}.chart text{font:10px system-ui,sans-serif;fill:var(--soft)}
        .chart path,.chart line{vector-effect:non-scaling-stroke;fill:none}.chart .zonename{fill:var(--ink)}
        .zone{fill:var(--zone)}.leaving{stroke:var(--good);stroke-width:1.5;stroke-dasharray:2 4}
        .grid{stroke:var(--line);stroke-width:1}.truth{stroke:var(--soft);stroke-width:1.2}
        .measured{stroke:var(--dot);stroke-width:5;stroke-linecap:round}a:hover .measured,:target .measured{\
        stroke:var(--bad);stroke-width:10}
        .lost{stroke:var(--bad);stroke-width:2}.smoothed{stroke:var(--accent);stroke-width:2}
        .change{stroke:var(--warn);stroke-width:1;stroke-dasharray:4 3}.chart .changename{fill:var(--warn)}
        .failed{stroke:var(--bad);stroke-width:2}.chart .failedname{fill:var(--bad);font-weight:600}
        .timed{touch-action:pan-y;user-select:none;cursor:crosshair}.zoom{margin:0 0 .4rem}
        @media(max-width:40rem){.chart text{font-size:17px}}
        @media print{figure{max-width:70%;margin:0 0 .4rem}}

        """

    /// The styles of the message sequence and the timeline.
    static let messages = """
        .sequence{font-size:.82rem}.sequence summary>.time{margin-right:.6rem}\
        .parties{position:sticky;top:0;z-index:1;background:var(--paper);\
        border-bottom:1px solid var(--line);padding:.2rem 0 .2rem 4.6rem;font-size:.78rem}\
        .parties .lanes{display:grid;grid-template-columns:repeat(var(--n),1fr);text-align:center;background:none}
        .row{display:flex;align-items:stretch;border-bottom:1px solid var(--tint);min-height:1.35rem}\
        .row>p{flex:1;min-width:0;margin:0;padding:.05rem 0 .05rem .7rem}.row>.time{flex:0 0 4.6rem;padding-top:.1rem}
        .lanes{flex:0 0 calc(var(--n)*3.6rem);position:relative;background:repeating-linear-gradient(90deg,\
        transparent 0 calc(50%/var(--n) - .5px),var(--line) 0 calc(50%/var(--n) + .5px),\
        transparent 0 calc(100%/var(--n)))}.parties .lanes{width:calc(var(--n)*3.6rem)}
        .time{font-variant-numeric:tabular-nums;font-size:.75rem;white-space:nowrap}
        .say{background:var(--tint)}.say em{font-style:normal;font-weight:600}.head>p{font-weight:600}\
        .row.wrong>p{color:var(--bad);font-weight:600}
        .arrow{position:absolute;top:.65rem;border-top:1.5px solid var(--accent);\
        left:calc((var(--a) + .5)*100%/var(--n));width:calc((var(--b) - var(--a))*100%/var(--n))}
        .arrow::after{content:"";position:absolute;top:-5px;border:4px solid transparent}
        .out::after{right:-1px;border-left:7px solid var(--accent);border-right:0}
        .in::after{left:-1px;border-right:7px solid var(--accent);border-left:0}
        .both::before{content:"";position:absolute;top:-5px;left:-1px;border:4px solid transparent;border-left:0;\
        border-right:7px solid var(--accent)}.both::after{right:-1px;border-left:7px solid var(--accent);border-right:0}
        .timeline{list-style:none;margin:0;padding:0;font-size:.82rem}
        .timeline li{display:grid;grid-template-columns:5.2rem 3.6rem 9.5rem 1fr auto;gap:0 .5rem;padding:.12rem 0;\
        border-bottom:1px solid var(--tint)}
        .timeline .time{text-align:right}.timeline .text{min-width:0}.timeline .folded{display:block;\
        color:var(--soft)}.folded .time{display:inline-block;width:5.2rem;text-align:right;margin-right:.5rem}\
        .folded>details>.timeline{color:var(--ink);border-left:3px solid var(--line)}.until{margin-left:.5rem}
        .inbound>.link::before{content:"\\2190  ";content:"\\2190  "/""}.outbound>.link::before{content:"\\2192  ";\
        content:"\\2192  "/""}
        .bytes{color:var(--soft);font-size:.75rem}.bytes[open]{grid-column:4/-1}.timeline .none{display:block}
        .timeline .step,.timeline .mark{background:var(--tint);font-weight:600}.timeline .wrong{color:var(--bad);\
        font-weight:600}.timeline .finding{color:var(--warn)}
        @media(max-width:40rem){.row{flex-wrap:wrap}.lanes,.parties .lanes{flex:1 1 0;width:100%}\
        .row>p{flex:0 0 100%;padding:0 0 .2rem}.parties{padding-left:3.6rem}.row>.time{flex:0 0 3.6rem}\
        .say>p{flex:1}.timeline li{grid-template-columns:4.4rem 3rem 1fr}\
        .timeline .text{grid-column:1/-1;padding-left:.6rem}.timeline .time{text-align:left}\
        .bytes{grid-column:1/-1;padding-left:.6rem}.folded .time{width:auto}}
        @media print{.sequence{font-size:.85rem;line-height:1.15}.row{min-height:1rem}}

        """
}
