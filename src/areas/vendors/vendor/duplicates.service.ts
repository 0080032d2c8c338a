import { conflict } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { addressKey, nameKey } from "./key.model.ts";
import { keyedDigest } from "#server/auth/sealing.ts";
import type { Duplicate } from "./vendor.model.ts";

/** What is compared; the bank account as routing and account number joined by `:`. */
export type DuplicateProbe = {
  id?: string | null;
  name: string;
  doingBusinessAs?: string | null | undefined;
  uei?: string | null | undefined;
  tin?: string | null | undefined;
  address1?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
  account?: string | null;
};

type Found = Omit<Duplicate, "reasons"> & {
  sameName: boolean;
  sameTrade: boolean;
  likeName: boolean;
  sameUei: boolean;
  sameTin: boolean;
  sameAddress: boolean;
  sameAccount: boolean;
};
const words = {
  sameUei: "same UEI",
  sameTin: "same tax number",
  sameAccount: "same bank account",
  sameName: "same name",
  sameTrade: "same trading name",
  likeName: "a similar name",
  sameAddress: "same address",
} as const;

/** What vendors are compared by; null where the probe says nothing. */
type Keys = Record<"trade" | "uei" | "tin" | "address" | "account", string | null> & {
  key: string;
};
const alike = (db: Db, keys: Keys, exceptId: string | null): Promise<Found[]> =>
  db.rows<Found>(sql`
    with probe as (
      select
        ${keys.key}::text as key, ${keys.trade}::text as trade, ${keys.uei}::text as uei,
        ${keys.tin}::text as tin, ${keys.address}::text as address, ${keys.account}::text as account
    ),
    candidates as (
      select v.id
      from vendor v, probe p
      where v.org_id = ${db.scope.orgId} and v.name_key = p.key
      union
      select v.id
      from vendor v, probe p
      where v.org_id = ${db.scope.orgId} and v.name_key = p.trade
      union
      select v.id
      from vendor v, probe p
      where v.org_id = ${db.scope.orgId} and v.uei = p.uei
      union
      select v.id
      from vendor v, probe p
      where v.org_id = ${db.scope.orgId} and v.tin_digest = p.tin
      union
      select v.id
      from vendor v, probe p
      where v.org_id = ${db.scope.orgId} and v.address_key = p.address
      union
      select a.vendor_id
      from vendor_bank_account a, probe p
      where a.org_id = ${db.scope.orgId} and a.account_digest = p.account
      union (
        select v.id
        from vendor v, probe p
        where v.org_id = ${db.scope.orgId}
          and v.name_key % p.key
          and similarity(v.name_key, p.key) >= 0.6
        order by similarity(v.name_key, p.key) desc
        limit 10
      )
    )
    select
      v.id, v.number, v.name, v.city, v.state, v.status, v.name_key = p.key as same_name,
      coalesce(v.name_key = p.trade, false) as same_trade,
      v.name_key <> p.key and similarity(v.name_key, p.key) >= 0.6 as like_name,
      coalesce(v.uei = p.uei, false) as same_uei, coalesce(v.tin_digest = p.tin, false) as same_tin,
      coalesce(v.address_key = p.address, false) as same_address,
      exists (
        select 1
        from vendor_bank_account a
        where a.org_id = v.org_id and a.vendor_id = v.id and a.account_digest = p.account
      ) as same_account
    from vendor v
    join candidates c on c.id = v.id
    cross join probe p
    where v.org_id = ${db.scope.orgId}
      and v.id is distinct from ${exceptId}::uuid
      and v.merged_into_id is null
  `);

/**
 * Vendors of the agency that look like this one, with reasons, the strongest first; at most 20.
 * Names count as similar from a trigram similarity of 0.6 on.
 */
export const findDuplicates = async (db: Db, probe: DuplicateProbe): Promise<Duplicate[]> => {
  const org = db.scope.orgId!;
  const key = nameKey(probe.name);
  const trade = probe.doingBusinessAs ? nameKey(probe.doingBusinessAs) : null;
  const tin = probe.tin ? keyedDigest("vendor-tin", org, probe.tin) : null;
  const account = probe.account ? keyedDigest("vendor-bank", org, probe.account) : null;
  const address = addressKey(probe as Parameters<typeof addressKey>[0]);
  const keys = { key, trade, uei: probe.uei ?? null, tin, address, account };
  const rows = await alike(db, keys, probe.id ?? null);
  return rows
    .map((r) => ({
      id: r.id,
      number: r.number,
      name: r.name,
      city: r.city,
      state: r.state,
      status: r.status,
      reasons: (Object.keys(words) as (keyof typeof words)[])
        .filter((k) => r[k])
        .map((k) => words[k]),
    }))
    .sort((a, b) => b.reasons.length - a.reasons.length || a.number.localeCompare(b.number))
    .slice(0, 20);
};

/**
 * 409 `possible_duplicates` with the vendors and the reasons, unless the person has confirmed that
 * each is another firm.
 */
export const refuseDuplicates = (
  found: readonly Duplicate[],
  confirmed: readonly string[],
): void => {
  const open = found.filter((d) => !confirmed.includes(d.id));
  if (open.length > 0)
    throw conflict(
      "possible_duplicates",
      `This vendor may exist already: ${open
        .slice(0, 3)
        .map((d) => `${d.number} ${d.name} (${d.reasons.join(", ")})`)
        .join("; ")}. Look at them, then confirm that they are not the same.`,
      { duplicates: found },
    );
};
