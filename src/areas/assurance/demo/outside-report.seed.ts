import { systemActor } from "#kernel/access.ts";
import { carverCountyId } from "#areas/identity/identity.public.ts";
import {
  approvePlan,
  contain,
  findCause,
  implement,
  openAction,
  recountDue,
} from "#areas/assets/assets.server.ts";
import { getRow } from "#server/db/rows.ts";
import { assuranceFinding } from "../assurance.tables.ts";
import { findingInput } from "../finding/finding.model.ts";
import {
  answerFinding,
  disputeFinding,
  setRecount,
  writeFinding,
} from "../finding/finding.service.ts";
import { outsideFindings } from "./assurance.data.ts";
import type { Telling } from "./telling.seed.ts";
import { personOf } from "./team.seed.ts";

const step = (id: string) => ({ id, version: null, reason: null });

const write = (
  { as, day }: Telling,
  place: number,
  of: (typeof outsideFindings)[keyof typeof outsideFindings],
  said: { responder: string; before: number; questioned?: object[] },
): Promise<string> => {
  const year = Number(day(300).slice(0, 4)) - 1;
  const { responder, before, questioned = [] } = said;
  return as("auditor", before, async (tx, actor) => {
    const input = findingInput.parse({
      ...{ ...of, source: "outside", reference: `${year}-00${place}`, firstYear: year },
      ...{ responderId: personOf(responder), questioned },
    });
    return (await writeFinding(tx, actor, input)).id;
  });
};

// The action's first check counts anew: invoices still wait in exceptions, so both are open again.
const tellFailedCheck = async ({ app, as, day }: Telling, id: string): Promise<void> => {
  await as("auditor", 66, async (tx, actor) => {
    const { version } = await getRow(tx, assuranceFinding, id, "finding");
    const waiting = { list: "/api/v1/invoices", query: "status=exception,disputed", most: 2 };
    return setRecount(tx, actor, id, { ...waiting, since: "receivedOn" }, version);
  });
  const { id: action } = await as("auditor", 60, (tx, actor) =>
    openAction(tx, actor, {
      ...{ title: "Receipts of the yard are entered on the day", subjectType: "auditFinding" },
      ...{ subjectId: id, problem: outsideFindings.failed.condition },
      ...{ ownerId: personOf("works"), dueOn: day(35) },
    }),
  );
  const of = { id: action, version: null };
  await as("works", 56, (tx, actor) =>
    contain(tx, actor, of, { containment: "What lay open of the yard's deliveries was entered." }),
  );
  await as("works", 52, (tx, actor) =>
    findCause(tx, actor, of, {
      rootCause:
        "Deliveries are entered a week after they came, so their invoices find no receipt.",
      plan: "Whoever signs for a delivery enters it that day; what waits is counted each week.",
    }),
  );
  await as("manager", 50, (tx, actor) => approvePlan(tx, actor, of));
  await as("works", 40, (tx, actor) => implement(tx, actor, of));
  const { businessNow } = await as("auditor", 9, async (_tx, actor) => actor);
  await recountDue(app.database, { ...systemActor(carverCountyId), businessNow });
};

/** Findings of the outside auditor's report: open, accepted, disputed, and one whose correction did not hold. */
export const tellOutsideReport = async (telling: Telling): Promise<void> => {
  const { as, day } = telling;
  await write(telling, 1, outsideFindings.open, { responder: "grants", before: 6 });
  const accepted = await write(telling, 2, outsideFindings.accepted, {
    ...{ responder: "certifier", before: 74 },
    questioned: [{ award: "ALN 97.036", known: 18_250_00, likely: 41_000_00 }],
  });
  await as("certifier", 62, (tx, actor) =>
    answerFinding(tx, actor, "accept", step(accepted), {
      ...{ views: "We agree.", contact: "Walt Brennan", completeOn: day(-45) },
      action: "Estimates are compared with hours each quarter before the drawdown.",
    }),
  );
  const disputed = await write(telling, 3, outsideFindings.disputed, {
    ...{ responder: "buyer", before: 74 },
  });
  await as("buyer", 64, (tx, actor) =>
    disputeFinding(tx, actor, step(disputed), {
      disagrees: "Two of the three purchases are below the micro-purchase threshold.",
    }),
  );
  const failed = await write(telling, 4, outsideFindings.failed, {
    ...{ responder: "ap", before: 74 },
  });
  await as("ap", 68, (tx, actor) =>
    answerFinding(tx, actor, "accept", step(failed), {
      ...{ views: "We agree.", contact: "Alan Petrov", completeOn: day(35) },
      action: "Receipts are entered on the day; what waits is counted each week.",
    }),
  );
  await tellFailedCheck(telling, failed);
};
