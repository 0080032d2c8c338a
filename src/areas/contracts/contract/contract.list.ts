import type { ListDefinition } from "#server/http/list.ts";
import { contractsByFiles } from "../search/files.service.ts";
import {
  contractKinds,
  contractStatuses,
  endsSoonDays,
  optionDueDays,
  priceTypes,
} from "./contract.labels.ts";

const running = "c.status in ('active', 'suspended')";

export const contractList: ListDefinition = {
  name: "contracts",
  from: "contract c join vendor v on v.org_id = c.org_id and v.id = c.vendor_id join department d on d.org_id = c.org_id and d.id = c.department_id left join person who on who.id = c.owner_id left join contract_master m on m.org_id = c.org_id and m.id = c.master_id",
  base: "contract c",
  alias: "c",
  columns: {
    id: { sql: "c.id", hidden: true },
    number: { sql: "c.number", label: "Number", sort: true },
    title: { sql: "c.title", label: "For", sort: true },
    status: { sql: "c.status", label: "Status", sort: true, codes: contractStatuses },
    kind: { sql: "c.kind", label: "Kind", sort: true, codes: contractKinds },
    vendor: { sql: "v.name", label: "Vendor", sort: true },
    vendorId: { sql: "c.vendor_id", hidden: true },
    department: { sql: "d.name", label: "Department", sort: true },
    departmentId: { sql: "c.department_id", hidden: true },
    owner: { sql: "who.display_name", label: "Owner" },
    startsOn: { sql: "c.starts_on", label: "Begins", sort: true },
    endsOn: { sql: "c.ends_on", label: "Ends", sort: true },
    ceiling: { sql: "c.ceiling", label: "Ceiling", money: true, sort: true },
    drawn: { sql: "c.drawn", label: "Drawn", money: true, sort: true },
    left: { sql: "(c.ceiling - c.drawn)", label: "Left", money: true, sort: true },
    master: { sql: "m.number", label: "Contract with lots" },
    lotNo: { sql: "c.lot_no", label: "Lot" },
    version: { sql: "c.version", hidden: true },
    jointCeiling: {
      sql: "m.ceiling",
      label: "Ceiling over all lots",
      money: true,
      exportOnly: true,
    },
    priceType: { sql: "c.price_type", label: "Price type", codes: priceTypes, exportOnly: true },
    optionCount: { sql: "c.option_count", label: "Options", exportOnly: true },
    optionMonths: { sql: "c.option_months", label: "Option months", exportOnly: true },
    optionNoticeDays: { sql: "c.option_notice_days", label: "Notice days", exportOnly: true },
    optionNoticeMonths: {
      sql: "c.option_notice_months",
      label: "Notice months",
      exportOnly: true,
    },
    federalAward: { sql: "c.federal_award", label: "Federal award", exportOnly: true },
    evidence: { sql: "c.evidence", label: "Evidence", exportOnly: true },
    insuranceRequired: { sql: "c.insurance_required", label: "Insurance", exportOnly: true },
    description: { sql: "c.description", label: "Description", exportOnly: true },
  },
  filters: {
    status: { kind: "set", sql: "c.status", type: "text" },
    kind: { kind: "set", sql: "c.kind", type: "text" },
    vendorId: { kind: "set", sql: "c.vendor_id", type: "uuid" },
    departmentId: { kind: "set", sql: "c.department_id", type: "uuid" },
    ownerId: { kind: "set", sql: "c.owner_id", type: "uuid" },
    ceiling: { kind: "range", sql: "c.ceiling", type: "cents" },
    startsOn: { kind: "range", sql: "c.starts_on", type: "date" },
    endsOn: { kind: "range", sql: "c.ends_on", type: "date" },
    masterId: { kind: "set", sql: "c.master_id", type: "uuid" },
    lots: { kind: "flag", sql: "c.master_id is not null" },
    mine: { kind: "flag", sql: "c.owner_id = $actor" },
    // What an order may be placed under today.
    orderable: { kind: "flag", sql: "c.status = 'active' and c.ends_on >= $today" },
    endsSoon: {
      kind: "flag",
      sql: `${running} and c.ends_on between $today and $today + ${endsSoonDays}`,
    },
    // An option is open, and the last day to tell the vendor comes.
    optionDue: {
      kind: "flag",
      sql: `${running} and c.options_used < c.option_count and c.option_notice_on between $today and $today + ${optionDueDays}`,
    },
    // An option whose last day to decide comes within 180 days.
    optionSoon: {
      kind: "flag",
      sql: `${running} and c.options_used < c.option_count and c.option_notice_on between $today and $today + 180`,
    },
    nearCeiling: {
      kind: "flag",
      sql: `${running} and c.ceiling > 0 and c.drawn * 10 >= c.ceiling * 9`,
    },
  },
  search: ["c.number", "c.title", "v.name", "c.earlier_number"],
  words: { kind: "contract" },
  texts: contractsByFiles,
  defaultSort: "-number",
  totals: { ceiling: "c.ceiling", drawn: "c.drawn", left: "c.ceiling - c.drawn" },
};
