package dev.zaelimiter.dashboard;

/** Expressions for a browser that find what readers could not use. Each gives a list of what is wrong. */
final class PageChecks {

    /** Text whose contrast with what is behind it is less than 4.5 to 1, or 3 to 1 if it is large. */
    static final String UNREADABLE = """
            (() => {
              const rgb = (text) => (text.match(/[\\d.]+/g) ?? ['0', '0', '0', '0']).map(Number);
              const light = (c) => c.slice(0, 3).map((v) => v / 255)
                .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const behind = (node) => {
                for (let each = node; each; each = each.parentElement) {
                  const c = rgb(getComputedStyle(each).backgroundColor);
                  if (c.length < 4 || c[3] > 0.9) { return c; }
                }
                return [255, 255, 255];
              };
              const found = [];
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              while (walker.nextNode()) {
                const node = walker.currentNode.parentElement;
                if (!walker.currentNode.textContent.trim() || !node.checkVisibility() || node.closest('.unseen, .skip, noscript')) {
                  continue;
                }
                const style = getComputedStyle(node);
                const [a, b] = [light(rgb(style.color)), light(behind(node))].sort((x, y) => y - x);
                const large = parseFloat(style.fontSize) >= 24;
                const ratio = (a + 0.05) / (b + 0.05);
                if (ratio < (large ? 3 : 4.5)) { found.push(node.className + ': ' + walker.currentNode.textContent + ' ' + ratio); }
              }
              return found;
            })()""";

    /** What can be used and has no name, and pictures that say nothing. */
    static final String UNNAMED = """
            [...document.querySelectorAll('button, input, select, a, [role=img], [role=meter], [role=region], dialog[open]')]
              .filter((node) => node.checkVisibility())
              .filter((node) => !(node.getAttribute('aria-label') || node.innerText?.trim() || node.labels?.[0]?.innerText.trim()
                || node.getAttribute('aria-labelledby')))
              .map((node) => node.outerHTML.slice(0, 120))""";

    private PageChecks() {}
}
