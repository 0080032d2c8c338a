import { later, type Story } from "#areas/procurement/procurement.server.ts";
import { cooperativeInput } from "../cooperative/cooperative.model.ts";
import { keepCooperative } from "../cooperative/cooperative.service.ts";
import type { DemoContract } from "./contracts.data.ts";

type Seeded = { id: string; at: Date; endsOn: string; fileId: string };

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
        leadEndsOn: later(new Date(endsOn), lasts).toISOString().slice(0, 10),
        competition: "sealed_bid",
        competitionFileId: fileId,
        rightKind: "participation_clause",
        rightFileId: agreement ? fileId : null,
      }),
      0,
    ),
  );
};
