import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeHtml, html } from "./html.ts";

test("texts are escaped, markup and lists are not, nothing stands for null and false", () => {
  const items = ["a<b", `"q"`].map((text) => html`<li title="${text}">${text}</li>`);
  expect(html`<ul>${items}${null}${false}${0}</ul>`.text).toBe(
    `<ul><li title="a&lt;b">a&lt;b</li><li title="&quot;q&quot;">&quot;q&quot;</li>0</ul>`,
  );
});

test("no text opens an element or leaves its attribute", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      expect(html`<i a="${text}">${text}</i>`.text.match(/[<>"]/g)).toEqual([
        "<",
        `"`,
        `"`,
        ">",
        "<",
        ">",
      ]);
    }),
  );
});
