import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Finding } from "./Finding.tsx";

test("a part that is a sentence already has one full stop", () => {
  const of = (...texts: string[]) =>
    renderToStaticMarkup(
      createElement(Finding, { parts: texts.map((text) => ({ text })), none: "" }),
    ).replace(/<[^>]*>/g, "");
  expect(of("Expended: $3.50.")).toBe("Expended: $3.50.");
  expect(of("3 rows wait.", "1 is late")).toBe("3 rows wait and 1 is late.");
});
