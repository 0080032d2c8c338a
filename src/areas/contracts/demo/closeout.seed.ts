import { utcDay } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { later, type Story } from "#areas/procurement/procurement.server.ts";
import { proveItem, readCloseout } from "../closeout/closeout.service.ts";
import { isGap } from "../coverage/coverage.model.ts";
import {
  demandCoverage,
  handIn,
  moveCertificate,
  readCoverage,
} from "../coverage/coverage.service.ts";
import { obligationInput } from "../obligation/obligation.model.ts";
import { addObligation, decideDue, deliverDue } from "../obligation/obligation.service.ts";

const dayOf = (date: Date): string => utcDay(date);
const said = {
  evaluation: "On time, complete, one carton replaced at once. Would buy there again.",
  retention: "Kept in the records room with the election files of that year.",
} as const;

/** Proves what a person proves of a contract's closeout; whoever closes it is somebody else. */
export const proveAll = async (story: Story, contractId: string, at: string): Promise<void> => {
  await story.as("buyer", at, async (tx, actor) => {
    const { items, retainAtLeast } = await readCloseout(tx, actor, contractId);
    for (const { id, version, proof } of items.filter((item) => item.canProve))
      await proveItem(
        tx,
        actor,
        { contractId, id, version },
        {
          evidence: said[proof as keyof typeof said] ?? "Looked at on site.",
          retainUntil: retainAtLeast,
        },
      );
  });
};

type Paper = Parameters<typeof handIn>[3];

const accepted = async (story: Story, contractId: string, at: string, paper: Paper) => {
  const { id } = await story.as("buyer", at, (tx, actor) =>
    handIn(tx, actor, contractId, paper, "agency"),
  );
  await story.as("manager", at, (tx, actor) =>
    moveCertificate(tx, actor, "accept", { id, version: null, reason: null }),
  );
};

/** The bonds that the rule demands of a contract, at the price with which it was signed. */
export const bondIt = async (
  story: Story,
  contractId: string,
  at: Date,
  fileId: string,
): Promise<void> => {
  const { standings } = await story.as("buyer", at.toISOString(), (tx, actor) =>
    readCoverage(tx, actor, contractId),
  );
  for (const { kind, needed } of standings.filter(isGap))
    await accepted(story, contractId, at.toISOString(), {
      kind,
      issuer: "Great Plains Surety",
      policyNumber: `GPS-${contractId.slice(-5).toUpperCase()}-${kind === "payment_bond" ? "P" : "F"}`,
      amount: needed!,
      fromOn: dayOf(at),
      toOn: null,
      fileId,
    });
};

const owed = (
  story: Story,
  contractId: string,
  now: Date,
  [ago, input]: readonly [number, object],
) =>
  story.as("buyer", later(now, -ago - 1).toISOString(), (tx, actor) =>
    addObligation(
      tx,
      actor,
      contractId,
      obligationInput.parse({ ...input, firstDueOn: dayOf(later(now, -ago)) }),
    ),
  );

// The first day of it, delivered and accepted.
const fulfil = async (story: Story, obligationId: string, at: Date) => {
  const due = await story.as("buyer", at.toISOString(), (tx, actor) =>
    tx
      .one<{ id: string }>(sql`
        select id
        from contract_obligation_due
        where org_id = ${tx.scope.orgId} and obligation_id = ${obligationId}
        order by due_on
        limit 1
      `)
      .then(({ id }) =>
        deliverDue(tx, actor, { id, version: null }, { evidence: "Payroll of weeks 1 to 4." }),
      ),
  );
  await story.as("manager", later(at, 1).toISOString(), (tx, actor) =>
    decideDue(tx, actor, "accept", { id: due.id, version: null }),
  );
};

/** What the lift station's contract owes and demands: one duty missed, one paper to check. */
export const seedDuties = async (
  story: Story,
  contractId: string,
  now: Date,
  fileId: string,
): Promise<void> => {
  const payroll = await owed(story, contractId, now, [
    64,
    {
      side: "vendor",
      title: "Certified payroll",
      description: "Of the contractor and each subcontractor, signed.",
      citation: "section 12.4; 29 CFR 5.5",
      recurrence: "monthly",
    },
  ]);
  await fulfil(story, payroll.id, later(now, -62));
  await owed(story, contractId, now, [
    -12,
    {
      side: "agency",
      title: "Walk the site with the engineer",
      citation: "section 4.2",
      recurrence: "quarterly",
    },
  ]);
  const at = later(now, -20).toISOString();
  await story.as("buyer", at, (tx, actor) =>
    demandCoverage(
      tx,
      actor,
      contractId,
      { kind: "general_liability", amount: 200_000_000, citation: "section 11.1" },
      null,
    ),
  );
  const paper = (kind: Paper["kind"], policyNumber: string, until: number): Paper => ({
    kind,
    policyNumber,
    issuer: "Prairie Mutual",
    amount: 200_000_000,
    fromOn: dayOf(later(now, -340)),
    toOn: dayOf(later(now, until)),
    fileId,
  });
  await accepted(story, contractId, at, paper("general_liability", "PM-4471-02", 25));
  await story.as("buyer", later(now, -3).toISOString(), (tx, actor) =>
    handIn(tx, actor, contractId, paper("builders_risk", "PM-9810-01", 200), "agency"),
  );
};
