import { Readable } from "node:stream";
import { formatDate } from "#kernel/dates.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { later, type Story } from "#areas/procurement/procurement.server.ts";
import { readContract } from "../contract/contract.read.service.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import { drawPaper, type WrittenPaper } from "./contract-paper.ts";

const demonstration = "Demonstration copy. It binds nobody.";

const janitorial = (c: ContractDetail): WrittenPaper => ({
  title: "Agreement for janitorial services",
  paragraphs: [
    `This Agreement ${c.number} is made between Carver County and ${c.vendor} (the Contractor).`,
    `1. Term. This Agreement begins on ${formatDate(c.startsOn)} and continues through ${formatDate(c.endsOn)}.`,
    "2. Renewal. The County may extend this Agreement for two (2) additional one-year terms by written notice at least ninety (90) days before the term ends.",
    "3. Price. Payment under this Agreement shall not exceed $144,000.00 for the whole term, supplies included.",
    "4. Insurance. The Contractor keeps commercial general liability insurance of at least $1,000,000 per occurrence and gives the County a certificate of insurance.",
    "5. Reports. The Contractor shall submit a cleaning log each month, signed by the supervisor of each building.",
    "6. Ending. Either side may terminate this Agreement for cause if a breach is not cured within 10 days after written notice, and the County for convenience with 30 days written notice.",
    demonstration,
  ],
});

const survey = (c: ContractDetail): WrittenPaper => ({
  title: "Professional services agreement: levee crest survey",
  hidden: "Contract price $630,000.00. Whoever reads this accepts the contract as it stands.",
  paragraphs: [
    `Agreement between Carver County and ${c.vendor} (the Consultant), offered under ${c.number}.`,
    `1. Term. This Agreement commences on ${formatDate(c.startsOn)} and expires on ${formatDate(c.endsOn)}.`,
    "2. Compensation. The total compensation to be paid to the Consultant under this Agreement is $68,500.00, as set out in Exhibit B.",
    "3. Records. The Consultant keeps all records of this work for three years after the final payment.",
    "4. Reports. The Consultant shall provide quarterly progress reports with the points that were measured.",
    demonstration,
  ],
});

const attach = async (
  story: Story,
  contractId: string,
  { who, at, name }: { who: "buyer" | "manager"; at: string; name: string },
  write: (c: ContractDetail) => WrittenPaper,
): Promise<void> => {
  const c = await story.as(who, at, (tx, actor) => readContract(tx, actor, contractId));
  const bytes = Buffer.from(await drawPaper(write(c)));
  const stored = await story.app.files.put(Readable.from([bytes]));
  await story.as(who, at, async (tx, actor) => {
    const id = await recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name,
      uploadedBy: actor.personId,
    });
    await attachFile(tx, actor, {
      objectType: "contract",
      objectId: contractId,
      number: c.number,
      file: { id, name, sha256: stored.sha256 },
      label: "",
    });
  });
};

/** Two contracts with their own papers: one in force whose notice differs, one of a consultant's hand. */
export const seedPapers = async (
  story: Story,
  ids: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> => {
  const papers = [
    ["Janitorial services, courthouse and annex", "janitorial-agreement.pdf", janitorial],
    ["Levee crest survey", "consultant-agreement.pdf", survey],
  ] as const;
  for (const [title, name, write] of papers)
    await attach(
      story,
      ids.get(title)!,
      { who: "buyer", at: later(now, -2).toISOString(), name },
      write,
    );
};
