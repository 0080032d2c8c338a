import { expect, test } from "vitest";
import { guideSections } from "#kernel/guide.ts";
import { guideIndexOf, seek } from "./guide-index.model.ts";
import { distance, speller } from "./spelling.model.ts";
import { indexTerms, termsIn, wordsIn } from "./words.model.ts";

const invoices = `# Invoices

An invoice comes from a vendor. It is typed in or taken
from a file.

## Duplicates

The number is compared without spaces and zeros. A likely **double** is [held](x.md) until somebody decides.

### When the vendor changes

Doubles are sought again.

## Due dates

| What | When |
|---|---|
| Prompt payment | 30 days |
- One item
- Another item
  that goes on
`;
const others = [
  guideSections("payments", "# Payments\n\n## Voids\n\nA payment is voided with a reason."),
  guideSections(
    "vendors",
    "# Vendors\n\n## Bank details\n\nSomebody else calls the vendor. They verify the account.",
  ),
  guideSections("orders", "# Purchase orders\n\n## Change\n\nChange the quantity of an order."),
  guideSections("signing-in", "# Signing in\n\nForgot your password? We mail a link."),
];
const index = guideIndexOf([...guideSections("invoices", invoices), ...others.flat()]);
const first = (question: string, over = {}) => seek(index, question, over).passages[0];
const hrefs = (question: string) => seek(index, question).passages.map(({ href }) => href);

test("a page is cut at its headings of every level; marks go, lines of a paragraph belong together", () => {
  expect(guideSections("invoices", invoices)).toMatchObject(
    [
      { path: [], href: "/documentation/invoices", blocks: [/taken from a file\.$/] },
      {
        path: ["Duplicates"],
        href: "/documentation/invoices#duplicates",
        blocks: [/A likely double is held until/],
      },
      {
        path: ["Duplicates", "When the vendor changes"],
        href: "/documentation/invoices#when-the-vendor-changes",
      },
      {
        path: ["Due dates"],
        blocks: ["What: When", "Prompt payment: 30 days", "One item", "Another item that goes on"],
      },
    ].map(({ blocks, ...section }) => ({
      ...section,
      ...(blocks && {
        blocks: blocks.map((block) =>
          typeof block === "string" ? block : (expect.stringMatching(block) as string),
        ),
      }),
    })),
  );
});

test("chatter says nothing, synonyms and word forms are one, phrases count as one word", () => {
  expect(termsIn(wordsIn("Hi, can you please tell me the"))).toEqual([]);
  const terms = (text: string) => termsIn(wordsIn(text)).map(({ term }) => term);
  expect(terms("suppliers")).toEqual(terms("a vendor"));
  expect(terms("P.O.s")).not.toEqual([]);
  expect(terms("POs")).toEqual(terms("the purchase orders"));
  expect(terms("past due bills")).toEqual(terms("overdue invoice"));
  expect(terms("W-9")).toEqual(terms("form W9"));
  expect(indexTerms("purchase order")).toContain("order");
});

test("typing errors are mended in longer words, not in short ones or numbers, nor towards another first letter", () => {
  expect(distance("invocie", "invoice", 1)).toBe(1);
  expect(distance("abcd", "wxyz", 2)).toBe(3);
  const spell = speller(
    new Map([
      ["invoice", 3],
      ["password", 2],
      ["order", 2],
      ["border", 9],
      ["r03", 1],
    ]),
  );
  expect(["invocie", "pasword", "oder", "ord", "r04", "zebra", "invoices"].map(spell)).toEqual([
    "invoice",
    "password",
    "order",
    "ord",
    "r04",
    "zebra",
    "invoices",
  ]);
  expect(first("duplcate invocies")!.href).toBe("/documentation/invoices#duplicates");
});

test("the sentence that answers comes with its section, whatever stands around the question", () => {
  const asked = seek(
    index,
    "Hello! Could you tell me what happens with a likely duplicate bill, please?",
  );
  expect(asked.sure).toBe(true);
  expect(asked.passages[0]).toMatchObject({
    source: "Invoices: Duplicates",
    sentence: "A likely double is held until somebody decides.",
  });
  expect(first("supplier changed bank info")!.href).toBe("/documentation/vendors#bank-details");
  expect(first("modify qty on a PO")!.href).toBe("/documentation/orders#change");
  expect(first("reset my passwrd")).toMatchObject({
    href: "/documentation/signing-in",
    sentence: "Forgot your password? We mail a link.",
  });
});

test("weak hits are dropped, half of an answer is not called one, and what the product does not do finds nothing", () => {
  expect(hrefs("What is the temperature on Mars?")).toEqual([]);
  expect(hrefs("the of and")).toEqual([]);
  expect(hrefs("zebra telescopes and payment binoculars")).toEqual([]);
  const half = seek(index, "void a payment telescope");
  expect(half.passages[0]!.source).toBe("Payments: Voids");
  expect(seek(index, "payment telescope")).toMatchObject({ sure: false });
  expect(seek(index, "void a payment").sure).toBe(true);
  expect(seek(index, "void a payment this week").sure).toBe(false);
  expect(seek(index, "vendors").sure).toBe(true);
  expect(seek(index, "tell me something about a vendor").sure).toBe(false);
  expect(seek(index, "when is the payment of my pay stub")).toMatchObject({
    passages: [],
    sure: false,
  });
});

test("the last word may be begun only while somebody types; pages count by who asks", () => {
  expect(first("paym voi", { prefix: true })!.href).toBe("/documentation/payments#voids");
  expect(hrefs("voi")).toEqual([]);
  const prefer = (slug: string) => (slug === "vendors" ? 5 : 0.1);
  expect(first("vendor", { prefer })!.page).toBe("Vendors");
});
