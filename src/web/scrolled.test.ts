import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What scrolls within a fixed height is read by the keyboard: it takes the focus, or holds what does.
const areas = new URL("../areas/", import.meta.url);
const screens = readdirSync(areas, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);
const unreached = (text: string): string[] =>
  [
    ...text.matchAll(
      /<\w+\s[^>]*?className="([^"]*\bmax-h-[^"]*\boverflow-(?:y-)?auto\b[^"]*)"[^>]*>/g,
    ),
  ]
    .filter(([tag]) => !tag.includes("tabIndex={0}"))
    .map(([, className]) => className!);

/** Boxes and buttons stand in them. */
const holdControls = [
  "finance/payment/AccountFunds.tsx",
  "identity/screens/DemoMail.tsx",
  "reporting/builder/Part.tsx",
  "workflow/policy/PolicyEditor.tsx",
];

test("what scrolls within a fixed height is reached by the keyboard", () => {
  expect(unreached('<ul className="max-h-72 overflow-y-auto">')).toEqual([
    "max-h-72 overflow-y-auto",
  ]);
  expect(unreached('<ul className="max-h-72 overflow-y-auto" tabIndex={0}>')).toEqual([]);
  const found = screens.filter(
    (file) => unreached(readFileSync(new URL(file, areas), "utf8")).length > 0,
  );
  expect(found.toSorted()).toEqual(holdControls);
});
