import { Problem } from "#kernel/errors.ts";
import { dateIn } from "#kernel/dates.ts";
import { nextBankDay } from "#kernel/holidays.ts";
import type { Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId, carverTimeZone } from "#areas/identity/identity.public.ts";
import { decideFor, later, openStory, type Story } from "#areas/procurement/procurement.server.ts";
import { releaseRetainage } from "../invoice/retainage.service.ts";
import { saveAgencyBank } from "./agency-bank.service.ts";
import { liftHold, placeHold } from "./hold.service.ts";
import { agencyBankInput } from "./agency-bank.model.ts";
import { runInput } from "./run.model.ts";
import { clearPayment, reissuePayment, returnPayment, voidPayment } from "./payment.service.ts";
import { releaseRun } from "./release.service.ts";
import { proposeRun, sendRun, submitRun } from "./run.service.ts";

const read = (story: Story) => story.app.database.read({ orgId: carverCountyId, personId: null });
const after = (at: string, days: number) => later(new Date(at), days).toISOString();

const bank = agencyBankInput.parse({
  bankName: "Prairie State Bank",
  companyName: "Carver County",
  immediateDestination: "123456780",
  originatingRouting: "123456780",
  immediateOrigin: "1410000123",
  companyId: "1410000123",
  accountNumber: "4000281175",
  nextCheckNumber: 20411,
});

// Invoices that were approved by then and fall due within two weeks.
const payableAt = async (story: Story, at: string): Promise<string[]> =>
  (
    await read(story).rows<{ id: string }>(sql`
      select id
      from invoice
      where org_id = ${carverCountyId}
        and status = 'approved'
        and approved_at <= ${at}::timestamptz
        and (due_on is null or due_on <= ${dateIn(after(at, 14), carverTimeZone)})
      order by due_on, id
    `)
  ).map((i) => i.id);

const approveRun = async (story: Story, id: string, at: string) => {
  await story.as("ap", at, (tx, actor) => submitRun(tx, actor, { id, version: null }));
  await decideFor(story, id, after(at, 0.4), "approve");
};

const release = async (story: Story, id: string, at: string) => {
  await story.as("treasurer", at, (tx, actor) =>
    releaseRun(tx, actor, { id, version: null }, story.app.files),
  );
  await story.as("treasurer", after(at, 0.05), (tx, actor) =>
    sendRun(tx, actor, { id, version: null }),
  );
};

// What the rules refuse at that moment (nothing payable, a payment stopped) did not happen in the
// story.
const unlessRefused = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof Problem && ["nothing_to_pay", "rule", "day_changed"].includes(error.code))
      return null;
    throw error;
  });

/** A run as of a moment, taken as far as asked. Null when nothing was payable then. */
const runAt = async (
  story: Story,
  at: string,
  note: string,
  until: "approved" | "sent",
): Promise<string | null> => {
  const invoiceIds = await payableAt(story, at);
  if (invoiceIds.length === 0) return null;
  // Proposed for the day on which it leaves: discounts and interest are those of that day.
  const leaves = after(at, 0.9);
  const payOn = nextBankDay(dateIn(leaves, carverTimeZone));
  const run = await unlessRefused(
    story.as("ap", at, (tx, actor) =>
      proposeRun(tx, actor, runInput.parse({ invoiceIds, note, payOn })),
    ),
  );
  if (!run) return null;
  await approveRun(story, run.id, after(at, 0.1));
  if (until === "sent") await unlessRefused(release(story, run.id, leaves));
  return run.id;
};

type Paid = { id: string; method: "ach" | "check"; paidOn: Day };
const paymentsOf = (story: Story, runId: string) =>
  read(story).rows<Paid>(sql`
    select id, method, paid_on
    from payment
    where org_id = ${carverCountyId} and run_id = ${runId} and status = 'released'
    order by number
  `);

// The moment itself, or the noon of the day on which the bank settles: nothing moves before it.
const settledAt = (at: string, { paidOn }: Paid): string => {
  const settled = `${paidOn}T18:00:00.000Z`;
  return at < settled ? settled : at;
};

// One check is lost and issued again; one ACH comes back; the rest clears.
const settle = async (story: Story, runId: string, at: string) => {
  const payments = await paymentsOf(story, runId);
  const lost = payments.find((p) => p.method === "check");
  const back = payments.find((p) => p.method === "ach");
  for (const p of payments)
    if (p !== lost && p !== back)
      await story.as("treasurer", settledAt(after(at, 4), p), (tx, actor) =>
        clearPayment(tx, actor, { id: p.id, version: null }, { clearedOn: null }),
      );
  if (back)
    await story.as("treasurer", settledAt(after(at, 3), back), (tx, actor) =>
      returnPayment(tx, actor, { id: back.id, version: null }, story.app.files, {
        returnCode: "R03",
        returnedOn: null,
        reason: "No account under this number",
      }),
    );
  const held =
    back &&
    (await read(story).maybe<{ id: string }>(sql`
      select id
      from payment_hold
      where org_id = ${carverCountyId} and payment_id = ${back.id} and lifted_at is null
    `));
  if (held)
    await story.as("treasurer", settledAt(after(at, 3.5), back), (tx, actor) =>
      liftHold(
        tx,
        actor,
        held.id,
        "Called the vendor: its bank had merged and has the account under this number again",
      ),
    );
  if (!lost) return;
  await story.as("treasurer", after(at, 9), (tx, actor) =>
    voidPayment(tx, actor, { id: lost.id, version: null }, story.app.files, {
      reason: "Check lost in the mail; stop placed with the bank",
    }),
  );
  const again = await unlessRefused(
    story.as("ap", after(at, 9.2), (tx, actor) =>
      reissuePayment(tx, actor, { id: lost.id, version: null }),
    ),
  );
  if (!again) return;
  await approveRun(story, again, after(at, 9.3));
  await unlessRefused(release(story, again, after(at, 10)));
};

// The oldest work that was paid and accepted since: what was withheld of it is due.
const releaseFirstRetainage = async (story: Story, at: string) => {
  const done = await read(story).maybe<{ id: string }>(sql`
    select id
    from invoice
    where org_id = ${carverCountyId} and status = 'paid' and retainage > retainage_released
    order by received_on, id
    limit 1
  `);
  if (done)
    await story.as("manager", at, (tx, actor) =>
      releaseRetainage(
        tx,
        actor,
        {
          id: done.id,
          version: null,
          reason: "The engineer accepted the work; no claims are open",
        },
        { amount: null },
      ),
    );
};

// Proposed this morning: it waits for its approval when the story ends.
const waitingRun = async (story: Story, at: string) => {
  const invoices = await read(story).rows<{ id: string }>(sql`
    select i.id
    from invoice i
    where i.org_id = ${carverCountyId}
      and i.status = 'approved'
      and not exists (
        select 1
        from payment_hold h
        where h.org_id = i.org_id and h.invoice_id = i.id and h.lifted_at is null
      )
    order by i.due_on, i.id
    limit 3
  `);
  if (invoices.length === 0) return;
  const run = await unlessRefused(
    story.as("ap", at, (tx, actor) =>
      proposeRun(
        tx,
        actor,
        runInput.parse({ invoiceIds: invoices.map((i) => i.id), note: "Early-payment discounts" }),
      ),
    ),
  );
  if (run)
    await story.as("ap", at, (tx, actor) => submitRun(tx, actor, { id: run.id, version: null }));
};

/**
 * Payment runs of Carver County: one settled with a lost check and a bank return, one sent, one
 * that waits for the treasurer, one that waits for its approval; and a hold.
 */
export const seedPayments = async (app: App, log: (line: string) => void): Promise<void> => {
  log("payment runs of Carver County");
  const story = await openStory(app, 4711);
  const now = new Date();
  const moment = (days: number) => later(now, -days).toISOString();
  await story.as("treasurer", moment(60), (tx, actor) => saveAgencyBank(tx, actor, bank, null));
  const first = await runAt(story, moment(30), "Month's end", "sent");
  if (first) await settle(story, first, moment(28));
  await runAt(story, moment(9), "Flood repair contractors", "sent");
  await runAt(story, moment(1.5), "Weekly run", "approved");
  const held = await read(story).maybe<{ id: string }>(sql`
    select id
    from invoice
    where org_id = ${carverCountyId} and status = 'approved'
    order by total desc, id
    limit 1
  `);
  if (held)
    await story.as("ap", moment(1), (tx, actor) =>
      placeHold(tx, actor, {
        invoiceId: held.id,
        reason: "The engineer questions the delivered tonnage",
      }),
    );
  await releaseFirstRetainage(story, moment(0.4));
  await waitingRun(story, moment(0.2));
};
