import { systemActor, type Actor } from "#kernel/access.ts";
import { addDays } from "#kernel/time.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { answerFor } from "../designer/answer.service.ts";
import { sendRfi } from "../designer/sending.service.ts";
import { answerRfi } from "../question/answering.service.ts";
import { askFor } from "../question/contractor.service.ts";
import { contractorAsks, rfiInput } from "../question/rfi.model.ts";
import { draftRfi, openRfi } from "../question/rfi.service.ts";
import { ourHand } from "../question/turns.service.ts";

type Told = { story: Story; ago: (days: number) => string };
type Of = { projectId: string; contractId: string; contractor: string };
type Asked = { days: number; title: string; question: string } & Partial<{
  reference: string;
  place: string;
  proposedAnswer: string;
  costImpact: string;
  costCents: number;
  timeImpact: string;
  timeDays: number;
}>;

const asContractor = <T>({ story, ago }: Told, days: number, work: (tx: Tx, actor: Actor) => T) => {
  const actor = { ...systemActor(carverCountyId), businessNow: ago(days) };
  return story.app.database.transaction(actor, async (tx) => work(tx, actor));
};

const contractorAsksOf = (told: Told, of: Of, { days, ...asked }: Asked) =>
  asContractor(told, days, (tx, actor) =>
    askFor(tx, actor, of.projectId, contractorAsks.parse({ ...asked, contractId: of.contractId }), {
      side: "contractor",
      name: `Tom Halvorsen, ${of.contractor}`,
    }),
  );

const designer = {
  name: "Hanna Voss",
  firm: "Voss Bridge Engineers",
  email: "hanna.voss@voss-bridges.example",
} as const;

// The engineer sends a question to the designer of the old bridge.
const sendOut = async ({ story, ago }: Told, id: string, days: number): Promise<string> => {
  const { designerLinkId } = await story.as("engineer", ago(days), (tx, actor) =>
    sendRfi(
      tx,
      actor,
      { id, version: null },
      { ...designer, untilOn: addDays(businessDate(tx.scope), 21) },
    ),
  );
  return designerLinkId!;
};

// One is answered as the designer said, one is overdue with the county, one is with the designer.
const tellContractors = async (told: Told, of: Of): Promise<string> => {
  const { story, ago } = told;
  const { id } = await contractorAsksOf(told, of, {
    days: 34,
    title: "Rock at abutment 2",
    question:
      "Boring B-4 met rock two feet below the footing of sheet S-201. Do we lower the footing or fill with lean concrete?",
    reference: "S-201, detail 4",
    place: "14+50",
    proposedAnswer: "Lower the footing by two feet.",
    costImpact: "yes",
    costCents: 18_400_00,
    timeImpact: "yes",
    timeDays: 4,
  });
  const linkId = await sendOut(told, id, 32);
  await asContractor(told, 30, (tx, actor) =>
    answerFor(
      tx,
      { ...actor, name: `${designer.name}, ${designer.firm}, by the mailed link` },
      linkId,
      {
        answer: "Lower the footing by two feet; price it with the unit of line 1.",
        recommendation: null,
        fileIds: [],
        version: 1,
      },
    ),
  );
  await story.as("engineer", ago(29), (tx, actor) =>
    answerRfi(
      tx,
      actor,
      { id, version: null },
      { answer: "", fileIds: [], designerLinkId: linkId },
      ourHand(actor),
    ),
  );
  await contractorAsksOf(told, of, {
    days: 16,
    title: "Traffic during the second phase",
    question: "May one lane stay closed over the weekend while the approach slab cures?",
    reference: "TC-03",
    timeImpact: "yes",
    timeDays: 2,
  });
  const joint = await contractorAsksOf(told, of, {
    days: 5,
    title: "Joint between slab and old wall",
    question: "The old wing wall leans by an inch. Does the joint of detail 7 follow it?",
    reference: "S-203, detail 7",
    place: "13+80",
  });
  await sendOut(told, joint.id, 3);
  return id;
};

/**
 * Questions of the bridge: one of the contractor's is answered by a designer, one is overdue with the
 * county, one is with the designer, one waits for the contractor, one is not asked yet. Gives the answered one.
 */
export const tellQuestions = async (told: Told, of: Of): Promise<string> => {
  const { story, ago } = told;
  const answered = await tellContractors(told, of);
  await story.as("inspector", ago(3), async (tx, actor) => {
    const asked = await draftRfi(
      tx,
      actor,
      rfiInput.parse({
        projectId: of.projectId,
        contractId: of.contractId,
        askedOf: "contractor",
        title: "Survey of the upper reach",
        question: "When do the points above station 18+00 reach us?",
        place: "18+00",
      }),
    );
    await openRfi(tx, actor, { id: asked.id, version: null });
  });
  await story.as("inspector", ago(1), (tx, actor) =>
    draftRfi(
      tx,
      actor,
      rfiInput.parse({
        projectId: of.projectId,
        contractId: of.contractId,
        title: "Riprap below the low chord",
        question: "Sheet C-105 and the special provisions name two sizes of riprap. Which holds?",
        reference: "C-105; SP 2511",
      }),
    ),
  );
  return answered;
};
