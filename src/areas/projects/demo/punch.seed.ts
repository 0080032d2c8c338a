import { Readable } from "node:stream";
import sharp from "sharp";
import { systemActor } from "#kernel/access.ts";
import { addDays, utcDay } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { reportItem } from "../punch/contractor.service.ts";
import { punchInput } from "../punch/punch.model.ts";
import { addItem, sendItemBack, verifyItem } from "../punch/punch.service.ts";
import { punchItems } from "./projects.data.ts";

export type Told = { story: Story; ago: (days: number) => string };
type Listed = { id: string; item: (typeof punchItems)[number] };

/** A drawn picture in place of a photo or a scan, which says that it is one of the demonstration. */
export const drawnPicture = async (
  { story }: Told,
  what: string,
  words: "To be done" | "Done" | "Handed in",
  uploadedBy: string | null = null,
): Promise<string> => {
  const ground = words === "To be done" ? "#8a5a2b" : "#2f6b4f";
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="480">
<rect width="720" height="480" fill="${ground}"/><rect y="330" width="720" height="150" fill="#00000033"/>
<text x="36" y="390" font-family="sans-serif" font-size="30" fill="#fff">${words}: ${what}</text>
<text x="36" y="434" font-family="sans-serif" font-size="20" fill="#fff">Drawn for the demonstration</text></svg>`;
  const jpeg = await sharp(Buffer.from(drawn)).jpeg({ quality: 80 }).toBuffer();
  const stored = await story.app.files.put(Readable.from([jpeg]));
  const actor = systemActor(carverCountyId);
  return story.app.database.transaction(actor, (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      uploadedBy,
      name: `${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}${words === "Done" ? "-done" : ""}.jpg`,
    }),
  );
};

/** The inspector's walk over the lift station: nine items, each with a photo and what it costs. */
export const tellPunchList = async (
  told: Told,
  projectId: string,
  contractId: string,
): Promise<Listed[]> => {
  const { story, ago } = told;
  const left: Listed[] = [];
  for (const [at, item] of punchItems.entries()) {
    const photo = await drawnPicture(told, item.what, "To be done");
    const made = await story.as("inspector", ago(38.9 - at * 0.05), (tx, actor) =>
      addItem(
        tx,
        { ...actor, kind: "system" },
        punchInput.parse({
          projectId,
          contractId,
          what: item.what,
          place: item.place,
          dueOn: addDays(utcDay(new Date()), item.due),
          costToComplete: item.cents,
          photoFileIds: [photo],
        }),
      ),
    );
    left.push({ id: made.id, item });
  }
  return left;
};

/** What became of it: the contractor shows what it did, the inspector verifies it or sends it back. */
export const tellPunchWork = async (
  told: Told,
  left: readonly Listed[],
  by: string,
): Promise<void> => {
  const { story, ago } = told;
  for (const [at, { id, item }] of left.entries()) {
    const photo = await drawnPicture(told, item.what, "Done");
    const days = item.stands === "done" ? 2 + at * 0.1 : 20 - at;
    const actor = { ...systemActor(carverCountyId), businessNow: ago(days) };
    await story.app.database.transaction(actor, (tx) =>
      reportItem(tx, actor, id, { photoFileIds: [photo], note: "", name: by }),
    );
    if (item.stands === "verified")
      await story.as("inspector", ago(days - 0.8), (tx, inspector) =>
        verifyItem(tx, inspector, { id, version: null }),
      );
    if (item.stands === "back")
      await story.as("inspector", ago(days - 0.8), (tx, inspector) =>
        sendItemBack(tx, inspector, {
          id,
          version: null,
          reason: "The upper third is bare: seed it again and water it.",
        }),
      );
  }
};
