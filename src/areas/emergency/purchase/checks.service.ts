// What is looked at beside an emergency order, live on the screen and again when it is issued.
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownPrice } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { accountFacts, budgetEffect, openYearOf } from "#areas/budget/budget.server.ts";
import {
  insuranceStandings,
  pricesPaid,
  vendorOfOrders,
} from "#areas/procurement/procurement.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import {
  notInForce,
  cooperativeGaps,
  contract,
  coverageGaps,
  jointRoom,
} from "#areas/contracts/contracts.server.ts";
import { emergencyRule } from "../emergency.labels.ts";
import type { Kit } from "../preparation/preparation.model.ts";
import type { Check } from "./purchase.model.ts";

/** What is to be ordered: quantities and prices as decimal text, cents in all. */
export type Wanted = {
  declarationId: string | null;
  kit: Kit;
  /** `atRate`: whether its contract's rate sheet of today prices it; null where there is no sheet. */
  lines: readonly (Kit["lines"][number] & { wanted: string; atRate: boolean | null })[];
  amount: number;
  accountStringId: string | null;
  need: string;
};

const one = (
  key: string,
  ok: boolean,
  text: string,
  { stops = true, citation = "" }: { stops?: boolean; citation?: string } = {},
): Check => ({ key, ok, stops, text, citation });

/** Whether a declaration holds at this moment. */
const declarationCheck = async (db: Db, id: string | null): Promise<Check> => {
  const d = id
    ? await db.maybe<{ number: string; status: string; holdsUntil: Instant; term: string }>(sql`
      select number, status, holds_until, term
      from local_declaration
      where org_id = ${db.scope.orgId} and id = ${id}
    `)
    : null;
  if (!d)
    return one("declaration", false, "No declaration is in force. An administrator declares one.");
  const { timeZone } = await readOrganization(db);
  const until = formatInstant(d.holdsUntil, timeZone);
  const holds = d.status === "declared" || d.status === "continued";
  if (holds && Date.parse(d.holdsUntil) > (await databaseNow(db)).getTime())
    return one("declaration", true, `${d.number} holds until ${until}.`, { citation: d.term });
  return one(
    "declaration",
    false,
    holds || d.status === "expired"
      ? `${d.number} expired at ${until}. Nothing is ordered in it any more; have the governing body continue an emergency before it expires, or declare anew.`
      : `${d.number} is ${d.status}. Nothing is ordered in it any more.`,
    { citation: d.term },
  );
};

const exclusionCheck = async (db: Db, kit: Kit): Promise<Check> => {
  const v = await vendorOfOrders(db, kit.vendorId);
  const citation = "2 CFR 200.214";
  if (v.status !== "active")
    return one("exclusion", false, `${v.name} is not an active vendor.`, { citation });
  if (v.screeningResult === "excluded")
    return one("exclusion", false, `${v.name} is excluded from federal awards (SAM.gov).`, {
      citation,
    });
  return v.screeningResult === "clear"
    ? one("exclusion", true, `${v.name} is active and screened clear.`, { citation })
    : one(
        "exclusion",
        false,
        v.screeningResult
          ? `The screening of ${v.name} is not decided (${v.screeningResult.replace("_", " ")}).`
          : `${v.name} was never screened.`,
        { stops: false, citation },
      );
};

type Terms = {
  number: string;
  status: string;
  endsOn: Day;
  left: number;
  insured: boolean;
  signings: number;
};
const termsOf = (db: Db, kit: Kit) =>
  db.one<Terms>(sql`
    select
      c.number, c.status, c.ends_on, c.ceiling - c.drawn as left, c.insurance_required as insured,
      (
        select count(*)
        from contract_signing s
        where s.org_id = c.org_id and s.contract_id = c.id
      ) as signings
    from contract c
    where c.org_id = ${db.scope.orgId} and c.id = ${kit.contractId}
  `);

const contractChecks = async (db: Db, { kit, amount }: Wanted): Promise<Check[]> => {
  const [c, joint] = await Promise.all([termsOf(db, kit), jointRoom(db, [kit.contractId])]);
  const left = Math.min(c.left, joint.get(kit.contractId) ?? c.left);
  const why = notInForce(c, businessDate(db.scope));
  const [standing] = await insuranceStandings(
    db,
    {
      solicitationId: null,
      orderId: null,
      number: c.number,
      buyerId: null,
      demanded: c.insured,
      lacking: await coverageGaps(db, kit.contractId),
    },
    [kit.vendorId],
  );
  const clear = !standing || standing.override !== null;
  const [gap] = await cooperativeGaps(db, await getRow(db, contract, kit.contractId, "contract"));
  return [
    one("contract", why === null, why ?? `${c.number} is in force until ${formatDate(c.endsOn)}.`),
    ...(gap ? [one("cooperative", false, gap, { citation: "2 CFR 200.318(e)" })] : []),
    one(
      "ceiling",
      amount <= left,
      amount <= left
        ? `${formatCents(left)} left on ${c.number}; ${formatCents(left - amount)} after this.`
        : `${formatCents(Math.max(0, left))} left on ${c.number}, and this takes ${formatCents(amount)}. Order less.`,
    ),
    one(
      "insurance",
      clear,
      standing?.text ??
        (c.insured ? "Insured, as the contract demands." : "Insurance is not demanded."),
      { stops: standing?.effect === "block", citation: standing?.citation ?? "" },
    ),
    one(
      "clauses",
      c.signings > 0,
      c.signings > 0
        ? `The signed terms and clauses of ${c.number} hold for this order.`
        : `${c.number} was brought in: its signed text is not on file here. Check its clauses.`,
      { stops: false, citation: "2 CFR 200.327" },
    ),
  ];
};

// A line of the contract has the price that was competed; a typed one is held against what was paid.
const priceCheck = async (db: Db, { lines }: Wanted): Promise<Check> => {
  const typed = lines.filter((line) => !line.contractLineId && !line.atRate);
  const paid = await Promise.all(
    typed.map((line) => pricesPaid(db, line.commodityCode ?? "", line.description)),
  );
  const over = typed.flatMap((line, at) => {
    const top = Math.max(...paid[at]!.map((each) => Number(each.unitPrice)));
    return paid[at]!.length && Number(line.unitPrice) > top
      ? [
          `${line.description}: $${shownPrice(line.unitPrice)}, at most $${shownPrice(String(top))} was paid`,
        ]
      : [];
  });
  const unknown = typed.filter((_, at) => paid[at]!.length === 0).length;
  const ofContract = lines.length - typed.length;
  const text = over.length
    ? `${over.join("; ")}. Say in the file why the price is reasonable.`
    : [
        ofContract ? `${counted(ofContract, "line")} at the contract's price` : "",
        typed.length - unknown
          ? `${counted(typed.length - unknown, "price")} within what was paid before`
          : "",
        unknown
          ? `${counted(unknown, "line")} never bought before: say why the price is reasonable`
          : "",
      ]
        .filter(Boolean)
        .join(", ") || "Nothing to compare.";
  return one("price", over.length === 0 && unknown === 0, text, {
    stops: false,
    citation: "2 CFR 200.404",
  });
};

// Orders under a contract with a rate sheet take its items and prices, and nothing else.
const rateChecks = ({ kit, lines }: Wanted): Check[] => {
  const off = lines.filter((line) => line.atRate === false).map((line) => line.description);
  return off.length
    ? [
        one(
          "rates",
          false,
          `Not on the rate sheet of ${kit.contract} in this quantity: ${off.join(", ")}. Change the kit.`,
        ),
      ]
    : [];
};

const fundsCheck = async (db: Db, { accountStringId, amount }: Wanted): Promise<Check> => {
  if (!accountStringId) return one("funds", false, "Choose the account.");
  const [year] = await Promise.all([
    openYearOf(db, businessDate(db.scope)),
    accountFacts(db, [accountStringId]),
  ]);
  if (!year) return one("funds", false, "No fiscal year is open today.");
  const [effect] = await budgetEffect(db, year.id, [accountStringId]);
  const left = effect?.available ?? 0;
  return left >= amount
    ? one("funds", true, `${formatCents(left)} available on ${effect!.code}.`)
    : one(
        "funds",
        false,
        `${formatCents(left)} available on ${effect?.code ?? "the account"}, and this takes ${formatCents(amount)}.`,
        { stops: effect?.stop !== "soft" },
      );
};

/**
 * Everything that is checked beside an emergency order, in the order in which it is shown. What
 * `stops` is refused when it is issued; the rest is kept with the order.
 */
export const checksOf = async (db: Db, wanted: Wanted): Promise<Check[]> => {
  const [declaration, exclusion, contract, price, funds] = await Promise.all([
    declarationCheck(db, wanted.declarationId),
    exclusionCheck(db, wanted.kit),
    contractChecks(db, wanted),
    priceCheck(db, wanted),
    fundsCheck(db, wanted),
  ]);
  const said = wanted.need.trim().length >= 20;
  return [
    declaration,
    exclusion,
    ...contract,
    price,
    ...rateChecks(wanted),
    funds,
    one(
      "exigency",
      said,
      said
        ? "The need is said: the emergency does not permit the delay of competing."
        : "Say what is needed and why it cannot wait.",
      { citation: emergencyRule },
    ),
  ];
};
