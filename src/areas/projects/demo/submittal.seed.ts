import { Readable } from "node:stream";
import sharp from "sharp";
import { systemActor } from "#kernel/access.ts";
import { addDays, utcDay } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { submitFor } from "../submittal/contractor.service.ts";
import { decide, takeForReview } from "../submittal/reviewing.service.ts";
import type { Decision } from "../submittal/submittal.labels.ts";
import { submittalInput } from "../submittal/submittal.model.ts";
import { listSubmittal } from "../submittal/submittal.service.ts";

type Told = { story: Story; ago: (days: number) => string };
type Of = { projectId: string; contractId: string; contractor: string };

// A drawn sheet in place of a drawing, which says that it is one of the demonstration.
const sheet = async ({ story }: Told, what: string): Promise<string> => {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="840" height="600">
<rect width="840" height="600" fill="#fff"/>
<rect x="24" y="24" width="792" height="552" fill="none" stroke="#121927" stroke-width="3"/>
<text x="48" y="520" font-family="sans-serif" font-size="28">${what}</text>
<text x="48" y="554" font-family="sans-serif" font-size="18">Drawn for the demonstration</text></svg>`;
  const jpeg = await sharp(Buffer.from(drawn)).jpeg({ quality: 80 }).toBuffer();
  const stored = await story.app.files.put(Readable.from([jpeg]));
  return story.app.database.transaction(systemActor(carverCountyId), (tx) =>
    recordFile(tx, {
      ...stored,
      orgId: carverCountyId,
      name: `${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.jpg`,
    }),
  );
};

type Listed = { title: string; section: string; kind: string; needed: number; lead: number };

const list = ({ story, ago }: Told, of: Of, s: Listed) =>
  story.as("inspector", ago(32), (tx, actor) =>
    listSubmittal(
      tx,
      actor,
      submittalInput.parse({
        projectId: of.projectId,
        contractId: of.contractId,
        title: s.title,
        section: s.section,
        kind: s.kind,
        neededOn: addDays(utcDay(new Date()), s.needed),
        leadDays: s.lead,
      }),
    ),
  );

const submit = async (told: Told, of: Of, id: string, what: string, days: number) => {
  const fileIds = [await sheet(told, what)];
  const actor = { ...systemActor(carverCountyId), businessNow: told.ago(days) };
  const by = { side: "contractor" as const, name: `Tom Halvorsen, ${of.contractor}` };
  await told.story.app.database.transaction(actor, (tx) =>
    submitFor(tx, actor, { id, version: null }, { fileIds, says: "" }, by),
  );
};

type Reviewed = { decision: Decision; says: string; days: number };
const review = async ({ story, ago }: Told, id: string, r: Reviewed) => {
  const at = { id, version: null };
  await story.as("engineer", ago(r.days + 1), (tx, actor) => takeForReview(tx, actor, at));
  await story.as("engineer", ago(r.days), (tx, actor) =>
    decide(r.decision)(tx, actor, at, { says: r.says, fileIds: [], designerLinkId: null }),
  );
};

/**
 * Submittals of the bridge: one came back and was approved as its next revision, one waits for the
 * county's review, one is still to be submitted.
 */
export const tellSubmittals = async (told: Told, of: Of): Promise<void> => {
  const [rebar, pads, railing] = [
    { title: "Reinforcement of abutment 2", section: "03 20 00", kind: "shop_drawing" },
    { title: "Bearing pads", section: "05 10 00", kind: "product_data" },
    { title: "Coating of the railing", section: "05 52 00", kind: "sample" },
  ] as const;
  const first = await list(told, of, { ...rebar, needed: 45, lead: 21 });
  await submit(told, of, first.id, rebar.title, 28);
  await review(told, first.id, {
    decision: "reviseResubmit",
    says: "Add the hooks of the lower layer; sheet S-201 shows them.",
    days: 22,
  });
  await submit(told, of, first.id, `${rebar.title}, hooks added`, 15);
  await review(told, first.id, {
    decision: "approveAsNoted",
    says: "Spacing of the dowels as marked on sheet 3.",
    days: 9,
  });
  const second = await list(told, of, { ...pads, needed: 60, lead: 28 });
  await submit(told, of, second.id, pads.title, 6);
  await list(told, of, { ...railing, needed: 50, lead: 21 });
};
