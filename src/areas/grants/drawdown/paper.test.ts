// What a grantor reads of a request: its title page in words, and the proof of each line's payment.
import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import type { DrawdownDetail } from "./drawdown.model.ts";
import { proofOf, requestDocument, sf270Document, titleWords } from "./paper.model.ts";

const line = {
  costLineId: "c",
  source: "invoice",
  documentId: "i",
  documentNumber: "INV-1",
  description: "Cots <40>",
  vendor: "Acme",
  account: "101-5340",
  objectClass: "supplies",
  incurredTo: "2026-10-01" as Day,
  paidOn: "2026-10-20" as Day,
  federal: 75_00,
  match: 25_00,
  uncovered: 0,
} as DrawdownDetail["lines"][number];
const payment = {
  invoiceId: "i",
  paymentId: "p",
  number: "PAY-1",
  method: "ach",
  trace: "091000010000001",
  cents: 100_00,
  paidOn: "2026-10-20" as Day,
  clearedOn: null,
  fileSha256: "ab12",
} as const;
const d = {
  number: "DRAW-1",
  status: "certified",
  kind: "reimbursement",
  awardTitle: "Preparedness",
  through: "2026-10-31",
  federal: 75_00,
  match: 25_00,
  preparedBy: "Ruth",
  certifiedBy: "Nora",
  certificate: "I certify.",
  submittedOn: null,
  paidOn: null,
  lines: [line],
  sf270: {
    code: "SF-270",
    name: "Request",
    version: "1.0",
    pages: [
      {
        title: "11",
        sections: [
          {
            title: "",
            help: "",
            fields: [
              { key: "l11a", kind: "money", label: "11a. Outlays", options: [] },
              { key: "l11d", kind: "money", label: "11d. Advance", options: [] },
            ],
          },
        ],
      },
    ],
    answers: { l11a: 100_00 },
    findings: [],
  },
} as unknown as DrawdownDetail;
const facts = {
  agency: "Carver County",
  grantor: "CDC",
  grantorNumber: "NU90-1",
  payments: [payment],
};

test("each line says its payment with the bank's trace, or what stands behind it", () => {
  expect(proofOf(line, [payment])).toEqual([
    "PAY-1, $100.00 by ACH 091000010000001 on Oct 20, 2026, not yet matched with the bank; bank file SHA-256 ab12.",
  ]);
  const cleared = { ...payment, method: "check" as const, clearedOn: "2026-10-25" as Day };
  expect(proofOf(line, [cleared])[0]).toContain("by check 091000010000001 on");
  expect(proofOf(line, [cleared])[0]).toContain("cleared by the bank on Oct 25, 2026");
  expect(proofOf(line, [])).toEqual(["Not paid yet."]);
  expect(proofOf({ ...line, source: "payroll", documentNumber: "JE-2" }, [])).toEqual([
    "Payroll, booked as JE-2 and paid on Oct 20, 2026.",
  ]);
  expect(proofOf({ ...line, source: "transfer", documentNumber: "JE-3" }, [])).toEqual([
    "Transferred by JE-3; the payment is that of the line it came from.",
  ]);
});

test("the title page says in words who asks whom for what, and what is not so", () => {
  const words = titleWords(d, facts);
  expect(words[0]).toBe(
    "Carver County asks CDC for $75.00 of award NU90-1, Preparedness. It is request DRAW-1, reimbursement, of costs up to Oct 31, 2026.",
  );
  expect(words).toContain("Every line was paid before this paper was made.");
  expect(words.at(-1)).toBe("It was not sent yet; its status is Certified.");
  const open = { ...d, certifiedBy: null, lines: [{ ...line, paidOn: null, uncovered: 5_00 }] };
  const said = titleWords(open, facts);
  expect(said).toContain("1 line was not paid when this paper was made, and says so.");
  expect(said).toContain("$5.00 of it have no payment behind them any more.");
  expect(said).toContain("Prepared by Ruth, not certified.");
  const paid = { ...d, paidOn: "2026-11-09" as Day, paid: 75_00, deposit: "DEP-9" };
  expect(titleWords(paid, facts).at(-1)).toBe(
    "The money came on Nov 9, 2026: $75.00, deposit DEP-9.",
  );
});

test("papers escape what was typed, add up, and leave blank what nobody answered", () => {
  const paper = requestDocument(d, facts);
  expect(paper).toContain("Cots &lt;40&gt;");
  expect(paper).toContain('Together</th><td class="num">$75.00</td>\n<td class="num">$25.00</td>');
  const form = sf270Document(d);
  expect(form).toContain('11a. Outlays</th><td class="num">$100.00</td>');
  expect(form).toContain('11d. Advance</th><td class="num"></td>');
});
