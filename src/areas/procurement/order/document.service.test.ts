import { expect, test } from "vitest";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { makePdf } from "#server/pdf/pdf.ts";
import { orderDocument } from "./document.service.ts";
import type { OrderDetail } from "./order.answer.model.ts";

const order = {
  number: "PO-2027-00211",
  title: "Lift station 7 rewire",
  vendor: "Castor <Electric> Co-op",
  status: "issued",
  revision: 2,
  orderedOn: "2026-11-03",
  promisedOn: null,
  deliverTo: "",
  termsDays: 30,
  buyer: "M. Okafor",
  amount: 128_900_00,
  clauses: [],
  instructions: "",
  lines: [
    {
      id: "1",
      lineNo: 1,
      description: "Control panel",
      quantity: "1.0000",
      unit: "each",
      unitPrice: "128900.0000",
      amount: 128_900_00,
      cancelled: false,
    },
  ],
} as unknown as OrderDetail;

type Node = { role?: string; children?: Node[] };
const roles = (node: Node): string[] => [node.role ?? "", ...(node.children ?? []).flatMap(roles)];

test("the PDF is tagged: its title, language, heading and table can be read back", async () => {
  const bytes = await makePdf(orderDocument(order, "Carver County"));
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { info } = (await document.getMetadata()) as {
    info: { Title?: string; Language?: string };
  };
  expect(info.Title).toBe("Purchase order PO-2027-00211");
  expect(info.Language).toBe("en");
  const page = await document.getPage(1);
  const found = new Set(roles((await page.getStructTree()) as Node));
  for (const role of ["H1", "H2", "Table", "TR", "TH", "TD"])
    expect(found, [...found].join()).toContain(role);
  const text = ((await page.getTextContent()).items as { str: string }[])
    .map((i) => i.str)
    .join(" ");
  expect(text).toContain("Castor <Electric> Co-op");
  expect(text).toContain("128,900.00");
});

test("the document names a price of fractions of a cent as it was agreed, and a quantity without the database's zeros", () => {
  const bulk = {
    ...order,
    lines: [{ ...order.lines[0]!, quantity: "1260.5000", unitPrice: "0.0375", amount: 47_27 }],
  };
  expect(orderDocument(bulk, "Carver County")).toContain(
    '<td class="r">1,260.5 each</td><td class="r">0.0375</td><td class="r">47.27</td>',
  );
});
