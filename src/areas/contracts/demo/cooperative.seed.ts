import { Readable } from "node:stream";
import { PDFDocument } from "@cantoo/pdf-lib";
import { utcDay } from "#kernel/time.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import { later, type Story } from "#areas/procurement/procurement.server.ts";
import { cooperativeInput } from "../cooperative/cooperative.model.ts";
import { keepCooperative } from "../cooperative/cooperative.service.ts";
import type { DemoContract } from "./contracts.data.ts";

type Seeded = { id: string; at: Date; endsOn: string; fileId: string };

const words = [
  "Participation in a cooperative contract",
  "Counties, cities and school districts of the state may order under this contract at its prices.",
  "The lead agency advertised it, opened sealed bids in public and awarded it to the lowest",
  "responsive and responsible bidder. Quantities are estimates; nobody must order.",
  "Demonstration copy. It binds nobody.",
];

/** What shows competition and right in the story: one page with text that is searched. Gives its id. */
export const storeParticipation = async (story: Story, now: Date): Promise<string> => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  words.forEach((line, at) => page.drawText(line, { x: 54, y: 720 - at * 22, size: 11 }));
  const stored = await story.app.files.put(Readable.from([await pdf.save()]));
  return story.as("buyer", now.toISOString(), (tx, actor) =>
    recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name: "participation-clause.pdf",
      uploadedBy: actor.personId,
    }),
  );
};

/** The file of a cooperative contract, as its buyer entered it the day after the draft. */
export const seedCooperative = async (
  story: Story,
  { lead }: DemoContract,
  { id, at, endsOn, fileId }: Seeded,
): Promise<void> => {
  if (!lead) return;
  const { lasts = 180, agreement = true, ...said } = lead;
  await story.as("buyer", later(at, 0.5).toISOString(), (tx, actor) =>
    keepCooperative(
      tx,
      actor,
      id,
      cooperativeInput.parse({
        ...said,
        leadEndsOn: utcDay(later(new Date(endsOn), lasts)),
        competition: "sealed_bid",
        competitionFileId: fileId,
        rightKind: "participation_clause",
        rightFileId: agreement ? fileId : null,
      }),
      0,
    ),
  );
};
