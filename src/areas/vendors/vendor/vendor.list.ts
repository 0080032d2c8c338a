import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { endingDays } from "../certification/certification.labels.ts";
import { kindsToday } from "../certification/in-force.service.ts";
import { commodityNames } from "../commodity/commodity.service.ts";
import {
  certifications,
  paymentMethods,
  screeningResults,
  vendorStatuses,
} from "./vendor.labels.ts";
import {
  vendorColumns,
  type ContactRow,
  type VendorDetail,
  type VendorRow,
} from "./vendor.model.ts";
import { isScreenable } from "../screening/standing-search.service.ts";
import { vendorNoun } from "./vendor.noun.ts";

export const vendorList: ListDefinition = {
  name: "vendors",
  from: "vendor v left join vendor_score s on s.org_id = v.org_id and s.vendor_id = v.id",
  base: "vendor v",
  alias: "v",
  columns: {
    id: { sql: "v.id", hidden: true },
    number: { sql: "v.number", label: "Number", sort: true },
    name: { sql: "v.name", label: "Name", sort: true },
    doingBusinessAs: { sql: "v.doing_business_as", label: "Doing business as" },
    status: { sql: "v.status", label: "Status", sort: true, codes: vendorStatuses },
    uei: { sql: "v.uei", label: "UEI" },
    city: { sql: "v.city", label: "City", sort: true },
    state: { sql: "v.state", label: "State", sort: true },
    email: { sql: "v.email", label: "E-mail" },
    phone: { sql: "v.phone", label: "Phone" },
    termsDays: { sql: "v.terms_days", label: "Terms, days", sort: true },
    paymentTerms: { sql: "v.payment_terms", label: "Discount terms" },
    paymentMethod: { sql: "v.payment_method", label: "Paid by", codes: paymentMethods },
    isPublic: { sql: "v.is_public", label: "Public" },
    diversity: { sql: kindsToday, label: "Certifications", codes: certifications },
    commodityCodes: { sql: "v.commodity_codes", label: "Commodities" },
    insuranceExpiresOn: { sql: "v.insurance_expires_on", label: "Insurance until", sort: true },
    registeredUntil: { sql: "v.registered_until", label: "Registered until", sort: true },
    screeningResult: {
      sql: "v.screening_result",
      label: "Screening",
      sort: true,
      codes: screeningResults,
    },
    screenedAt: { sql: "v.screened_at", label: "Screened", sort: true },
    score: { sql: "s.score::float8", label: "Performance", sort: true },
    employees: { sql: "v.employees", label: "Employees", sort: true },
    bondingCents: { sql: "v.bonding_cents", label: "Bonding capacity", money: true, sort: true },
    serviceArea: { sql: "v.service_area", label: "Service area" },
    registered: { sql: "(v.identity_id is not null)", label: "Own account" },
    version: { sql: "v.version", hidden: true },
    website: { sql: "v.website", label: "Website", exportOnly: true },
    address1: { sql: "v.address1", label: "Street", exportOnly: true },
    address2: { sql: "v.address2", label: "Street, second line", exportOnly: true },
    postalCode: { sql: "v.postal_code", label: "ZIP", exportOnly: true },
    country: { sql: "v.country", label: "Country", exportOnly: true },
    note: { sql: "v.note", label: "Note", exportOnly: true },
  },
  filters: {
    id: { kind: "set", sql: "v.id", type: "uuid" },
    status: { kind: "set", sql: "v.status", type: "text" },
    state: { kind: "set", sql: "v.state", type: "text" },
    screening: { kind: "set", sql: "coalesce(v.screening_result, 'none')", type: "text" },
    paymentMethod: { kind: "set", sql: "v.payment_method", type: "text" },
    commodity: { kind: "overlap", sql: "v.commodity_codes", type: "text" },
    certification: { kind: "overlap", sql: kindsToday, type: "text" },
    certificationEnding: {
      kind: "flag",
      sql: `exists (
        select 1
        from vendor_certification c
        where c.org_id = v.org_id
          and c.vendor_id = v.id
          and c.ended_on is null
          and c.valid_to between $today - 365 and $today + ${endingDays}
          and not exists (
            select 1
            from vendor_certification n
            where n.org_id = c.org_id
              and n.vendor_id = c.vendor_id
              and n.kind = c.kind
              and n.ended_on is null
              and (n.valid_to is null or n.valid_to > c.valid_to)
          )
      )`,
    },
    insuranceExpiresOn: { kind: "range", sql: "v.insurance_expires_on", type: "date" },
    registeredUntil: { kind: "range", sql: "v.registered_until", type: "date" },
    screenedAt: { kind: "range", sql: "v.screened_at", type: "instant" },
    score: { kind: "range", sql: "s.score", type: "number" },
    employees: { kind: "range", sql: "v.employees", type: "number" },
    bonding: { kind: "range", sql: "v.bonding_cents", type: "cents" },
    registered: { kind: "flag", sql: "(v.identity_id is not null)" },
    insurance: {
      kind: "set",
      sql: "case when v.insurance_expires_on is null then 'none' when v.insurance_expires_on < $today then 'expired' when v.insurance_expires_on <= $today + 30 then 'ending' else 'valid' end",
      type: "text",
    },
    public: { kind: "flag", sql: "v.is_public" },
    registrationEnding: { kind: "flag", sql: "coalesce(v.registered_until <= $today + 60, false)" },
    insuranceEnding: {
      kind: "flag",
      sql: "coalesce(v.insurance_expires_on between $today - 365 and $today + 30, false)",
    },
    bankChange: {
      kind: "flag",
      sql: "exists (select 1 from vendor_bank_change c where c.org_id = v.org_id and c.vendor_id = v.id and c.status = 'proposed')",
    },
  },
  search: [
    "(v.number || ' ' || v.name || ' ' || coalesce(v.doing_business_as, '') || ' ' || coalesce(v.city, '') || ' ' || coalesce(v.uei, '') || ' ' || coalesce(v.email, ''))",
  ],
  words: { kind: "vendor" },
  defaultSort: "name",
};

type Stored = VendorRow &
  Pick<VendorDetail, keyof typeof vendorColumns | "holdReason" | "tinLast4" | "createdAt"> & {
    mergedIntoId: string | null;
  };
type Named = { id: string; number: string; name: string; into: boolean };
const columns = recordColumns(vendorList, vendorColumns).replaceAll("$today", "$3::date");

/**
 * A vendor with contacts, commodities and the actor's actions. The tax number is never in it, only
 * its last four digits. 404 for another agency's.
 */
export const readVendor = async (db: Db, actor: Actor, id: string): Promise<VendorDetail> => {
  const [row, related, contacts] = await Promise.all([
    db.maybe<Stored>(
      bind(
        `
          select ${columns}, v.hold_reason, v.tin_last4, v.created_at, v.merged_into_id
          from ${vendorList.from}
          where v.org_id = $1 and v.id = $2
        `,
        [db.scope.orgId, id, businessDate(db.scope)],
      ),
    ),
    // `into`: the record that this one was merged into; the others were merged into it.
    db.rows<Named>(sql`
      select o.id, o.number, o.name, o.id = v.merged_into_id as into
      from vendor v
      join vendor o on o.org_id = v.org_id and (o.id = v.merged_into_id or o.merged_into_id = v.id)
      where v.org_id = ${db.scope.orgId} and v.id = ${id}
      order by o.number
    `),
    db.rows<ContactRow>(sql`
      select id, name, title, email, phone, is_primary, active, version
      from vendor_contact
      where org_id = ${db.scope.orgId} and vendor_id = ${id}
      order by active desc, is_primary desc, name
    `),
  ]);
  if (!row) throw notFound("vendor");
  const { mergedIntoId, ...shown } = row;
  const begins = row.status === "draft" || row.status === "inactive";
  const [names, screenable] = await Promise.all([
    commodityNames(db, row.commodityCodes),
    begins ? isScreenable(db, row) : true,
  ]);
  const named = (into: boolean) =>
    related.filter((one) => one.into === into).map(({ into: _i, ...rest }) => rest);
  return {
    ...shown,
    mergedInto: named(true)[0] ?? null,
    mergedHere: named(false),
    contacts,
    commodities: row.commodityCodes.map((code) => ({ code, name: names.get(code) ?? code })),
    actions: actionsFor(actor, vendorNoun, { ...row, unscreenable: !screenable } as never),
    screenable,
    canEdit: mergedIntoId === null && actor.permissions.has("vendor.edit"),
    canRevealTin: row.tinLast4 !== null && actor.permissions.has("vendor.revealTin"),
  };
};
