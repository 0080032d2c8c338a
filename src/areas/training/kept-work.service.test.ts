// From the lapse of a certificate to its renewal, as a release and a panel meet it: refused at midnight by the
// database's clock, let for hours by another person, open again behind the renewal.
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { releaseRun } from "#areas/finance/finance.server.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import type { Written } from "./training.setup.ts";

let t: TestDatabase;
let agency: PayingAgency;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await payingAgency(t.database);
});
afterAll(() => t.drop());

test("a release is refused from the day after the last one, and open behind an override or the renewal", async () => {
  const { treasurer, manager } = agency.people;
  const { officer } = await makeMembers(t.database, agency, {
    officer: { duties: ["training_officer"] },
  });
  const asking = askingOf(() => t);
  await approvedInvoice(t.database, agency, { cents: 300_00 });
  await bankAccount(t.database, agency, agency.vendor.id);
  const run = await approvedRun(t.database, agency);
  const certified = async (over: object) => {
    const { id } = await asking<Written>(treasurer, "POST /api/v1/person-certificates", {
      ...{ holderId: treasurer.personId, code: "PAY-1", title: "Paying", issuer: "The state" },
      ...{ validFrom: agencyDay(-300), validUntil: agencyDay(0), ...over },
    });
    await asking(officer, `POST /api/v1/person-certificates/${id}/actions/verify`);
  };
  await certified({});
  await asking(officer, "POST /api/v1/training-gates", {
    ...{ seat: "release", enabled: true, codes: ["PAY-1"], fromDay: agencyDay(0) },
    reason: "Whoever pays knows the rules of the state",
  });
  // Noon of a day in the agency's zone.
  const on = (days: number) => ({ ...treasurer, businessNow: `${agencyDay(days)}T18:00:00.000Z` });
  const release = (days: number) => {
    const by = on(days);
    return refusalOf(
      t.database.transaction(by, (tx) =>
        releaseRun(tx, by, { id: run, version: null }, t.app.files),
      ),
    );
  };
  expect(await release(1)).toContain(
    "not_qualified: Releasing payments is kept for the qualified: PAY-1 expired on",
  );
  const late = { ...manager, businessNow: `${agencyDay(1)}T18:00:00.000Z` };
  const made = await asking<Written>(late, "POST /api/v1/seat-overrides", {
    ...{ seat: "release", personId: treasurer.personId },
    reason: "The run goes out today, and nobody else releases.",
  });
  expect(await release(5)).toContain("not_qualified");
  await asking(manager, `POST /api/v1/seat-overrides/${made.id}/actions/withdraw`, {
    reason: "The renewal is here",
  });
  expect(await release(1)).toContain("not_qualified");
  await certified({ validFrom: agencyDay(-1), validUntil: agencyDay(700) });
  expect(await release(1)).toBe("nothing was refused");
});
