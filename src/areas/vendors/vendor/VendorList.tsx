import { ListPlus, ShieldCheck, Upload } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DeadlineClock, Missing } from "#web/kit/DeadlineClock.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { commodityFilter } from "./list-filters.ts";
import {
  certifications,
  paymentMethods,
  screeningResults,
  states,
  vendorStatuses,
  type Certification,
  vendorViews,
} from "./vendor.labels.ts";
import type { VendorRow } from "./vendor.model.ts";
import { VendorPeek } from "./VendorPeek.tsx";

const place = (row: VendorRow): string | null =>
  [row.city, row.state].filter(Boolean).join(", ") || null;

const columns: readonly Column<VendorRow>[] = [
  { id: "number", label: "Number", kind: "plate", sortable: true, value: (row) => row.number },
  {
    id: "name",
    label: "Name",
    kind: "text",
    sortable: true,
    value: (row) => row.name,
    cell: (row) => (
      <span>
        <b className="font-medium">{row.name}</b>
        {row.doingBusinessAs && <span className="text-t3"> · {row.doingBusinessAs}</span>}
      </span>
    ),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: true,
    value: (row) => row.status,
    statuses: vendorStatuses,
  },
  { id: "city", label: "Place", kind: "text", sortable: true, value: place },
  {
    id: "screeningResult",
    label: "Screening",
    kind: "text",
    sortable: true,
    value: (row) => row.screeningResult,
    cell: (row) =>
      row.screeningResult ? (
        <StatusBadge statuses={screeningResults} status={row.screeningResult} />
      ) : (
        <Missing what="not screened" />
      ),
  },
  {
    id: "insuranceExpiresOn",
    label: "Insurance",
    kind: "day",
    sortable: true,
    value: (row) => row.insuranceExpiresOn,
    cell: (row) => <DeadlineClock deadline={row.insuranceExpiresOn} short />,
  },
  {
    id: "score",
    label: "Performance",
    kind: "number",
    sortable: true,
    value: (row) => row.score,
    cell: (row) =>
      row.score === null ? (
        <Missing what="too few events" />
      ) : (
        <Link className="text-link" to={pathTo("vendorScorecard", { id: row.id })}>
          {row.score.toFixed(1)}
        </Link>
      ),
  },
  {
    id: "diversity",
    label: "Certifications",
    kind: "text",
    value: (row) => row.diversity.map((one) => one.toUpperCase()).join(", ") || null,
  },
  {
    id: "paymentMethod",
    label: "Paid by",
    kind: "text",
    value: (row) => paymentMethods[row.paymentMethod],
  },
  {
    id: "termsDays",
    label: "Terms, days",
    kind: "number",
    sortable: true,
    hidden: true,
    value: (row) => row.termsDays,
  },
  {
    id: "employees",
    label: "Employees",
    kind: "number",
    sortable: true,
    hidden: true,
    value: (row) => row.employees,
  },
  {
    id: "bondingCents",
    label: "Bonding capacity",
    kind: "money",
    sortable: true,
    hidden: true,
    value: (row) => row.bondingCents,
  },
  {
    id: "serviceArea",
    label: "Service area",
    kind: "text",
    hidden: true,
    value: (row) => row.serviceArea || null,
  },
  { id: "uei", label: "UEI", kind: "plate", hidden: true, value: (row) => row.uei },
  { id: "email", label: "E-mail", kind: "text", hidden: true, value: (row) => row.email },
  {
    id: "screenedAt",
    label: "Screened",
    kind: "instant",
    sortable: true,
    hidden: true,
    value: (row) => row.screenedAt,
  },
];

const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(vendorStatuses) },
  { ...commodityFilter, pinned: true },
  {
    id: "state",
    label: "State",
    kind: "set",
    options: states.map((value) => ({ value, label: value })),
  },
  {
    id: "screening",
    label: "Screening",
    kind: "set",
    pinned: true,
    options: [...options(screeningResults), { value: "none", label: "Not screened" }],
  },
  {
    id: "certification",
    label: "Certification",
    kind: "set",
    options: (Object.keys(certifications) as Certification[]).map((value) => ({
      value,
      label: certifications[value],
    })),
  },
  {
    id: "insurance",
    label: "Insurance",
    kind: "set",
    options: [
      { value: "valid", label: "Valid" },
      { value: "ending", label: "Ends within 30 days" },
      { value: "expired", label: "Has run out" },
      { value: "none", label: "Not on file" },
    ],
  },
  { id: "score", label: "Performance", kind: "number" },
  { id: "employees", label: "Employees", kind: "number" },
  { id: "bonding", label: "Bonding capacity", kind: "money" },
  { id: "registered", label: "Own account", kind: "flag" },
  { id: "insuranceExpiresOn", label: "Insurance until", kind: "day" },
  { id: "insuranceEnding", label: "Insurance ending", kind: "flag" },
  { id: "certificationEnding", label: "Certification ending", kind: "flag" },
  { id: "registrationEnding", label: "Registration ending", kind: "flag" },
  { id: "bankChange", label: "Bank change open", kind: "flag" },
  { id: "public", label: "Public", kind: "flag" },
];

/** Every vendor of the agency. */
export default function VendorList() {
  const { can } = useAuth();
  return (
    <DataTable<VendorRow>
      name="vendors"
      title="Vendor directory"
      path="/api/v1/vendors"
      columns={columns}
      filters={filters}
      defaultSort="name"
      views={vendorViews}
      rowHref={(row) => pathTo("vendor", { id: row.id })}
      peek={(row) => <VendorPeek id={row.id} />}
      {...(can("vendor.edit") ? { create: { label: "New vendor", to: pathTo("vendorNew") } } : {})}
      actions={
        <>
          {can("vendor.import") && (
            <Link className="btn" to={pathTo("commodityImport")}>
              <ListPlus aria-hidden="true" />
              Codes
            </Link>
          )}
          <Link className="btn" to={pathTo("exclusions")}>
            <ShieldCheck aria-hidden="true" />
            Exclusions
          </Link>
          {can("vendor.import") && (
            <Link className="btn" to={pathTo("vendorImport")}>
              <Upload aria-hidden="true" />
              Import
            </Link>
          )}
        </>
      }
      empty={{
        title: "No vendors yet",
        text: "Enter the first one, or bring your list in from a file.",
      }}
    />
  );
}
