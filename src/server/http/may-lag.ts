import type { Late } from "../db/standby/late.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Lists whose exports may come from a standby. They tell of work, things and places; what decides over
 * money, approvals, rights or offers is none of them.
 */
export const exportsThatMayLag: ReadonlySet<string> = new Set([
  "/api/v1/assets",
  "/api/v1/bulletin-subscribers",
  "/api/v1/capital-requests",
  "/api/v1/carbon-factors",
  "/api/v1/carbon-gaps",
  "/api/v1/carbon-lines",
  "/api/v1/carbon-years",
  "/api/v1/commodity-codes",
  "/api/v1/corrective-actions",
  "/api/v1/cost-codes",
  "/api/v1/daily-logs",
  "/api/v1/device-alarms",
  "/api/v1/devices",
  "/api/v1/enrolments",
  "/api/v1/feature-requests",
  "/api/v1/field/captures",
  "/api/v1/field/devices",
  "/api/v1/incident-releases",
  "/api/v1/incident-requests",
  "/api/v1/incidents",
  "/api/v1/inquiries",
  "/api/v1/inspections",
  "/api/v1/local-declarations",
  "/api/v1/market-lines",
  "/api/v1/mass-notices",
  "/api/v1/measurements",
  "/api/v1/nonconformances",
  "/api/v1/notice-recipients",
  "/api/v1/notice-topics",
  "/api/v1/person-certificates",
  "/api/v1/places",
  "/api/v1/plan-cycles",
  "/api/v1/projects",
  "/api/v1/punch-items",
  "/api/v1/quality-objectives",
  "/api/v1/rfis",
  "/api/v1/risks",
  "/api/v1/road-closures",
  "/api/v1/route-plans",
  "/api/v1/safety-cases",
  "/api/v1/schedule-tasks",
  "/api/v1/schedules",
  "/api/v1/service-requests",
  "/api/v1/stock-arrivals",
  "/api/v1/stock-counts",
  "/api/v1/stock-items",
  "/api/v1/stock-locations",
  "/api/v1/stock-lots",
  "/api/v1/stock-movements",
  "/api/v1/stock-put-away",
  "/api/v1/stock-transfers",
  "/api/v1/submittals",
  "/api/v1/training-sessions",
  "/api/v1/units",
  "/api/v1/user_feedback",
  "/api/v1/weather-alerts",
  "/api/v1/work-orders",
]);

/** Nouns of permissions that never lag: money and what commits it, approvals, rights and their proof, sealed offers. */
export const nounsThatNeverLag: readonly string[] = [
  ...[
    "accessControl",
    "accessRequest",
    "account",
    "agency",
    "administration",
    "program",
    "signOn",
    "directory",
    "member",
  ],
  ...[
    "organization",
    "rightsReview",
    "securityAlert",
    "securityCase",
    "securityEvent",
    "legalHold",
    "agent",
    "connector",
  ],
  ...[
    "job",
    "notification",
    "task",
    "approval",
    "signature",
    "amendment",
    "award",
    "bid",
    "evaluation",
    "solicitation",
    "quote",
  ],
  ...[
    "proposal",
    "protest",
    "claim",
    "change",
    "audit",
    "ledger",
    "books",
    "budget",
    "bank",
    "billing",
    "cards",
    "cost",
    "costCenter",
  ],
  ...[
    "payment",
    "positivePay",
    "drawdown",
    "journal",
    "payApplication",
    "payroll",
    "variance",
    "invoice",
    "purchaseOrder",
  ],
  ...[
    "requisition",
    "receipt",
    "contract",
    "vendor",
    "vendorCompany",
    "vendorPortal",
    "taxForm",
    "procurement",
    "grant",
  ],
  ...[
    "grantPortfolio",
    "subaward",
    "grantProgram",
    "recovery",
    "served",
    "certifiedPayroll",
    "control",
    "controlFailure",
  ],
  ...[
    "controlWaiver",
    "evidence",
    "rule",
    "platform",
    "operation",
    "check",
    "webhook",
    "monitoring",
    "restore",
  ],
];
const never = new Set(nounsThatNeverLag);

/** Public addresses that never lag: who comes in, and what somebody offers or is paid. */
const closedWords =
  /\/(auth|oauth|scim|audit|ledger)|solicitation|bid|offer|order|claim|notice|token|letter|certificate-codes/;

/** Words of an address behind which money is paid, committed or decided, whatever its permission. */
const decidingWords =
  /[/-](pay|payment|purchase|invoice|budget|bank|ledger|approval|award|override|proposal)/;

/**
 * Why an endpoint may not say `mayLag`; null where it may, or does not. What changes something, what is
 * about money, approvals, rights and sealed offers, and what everybody signed in may read never lags.
 */
export const mayNotLag = ({
  method,
  path,
  permission,
  mayLag,
}: Pick<Endpoint, "method" | "path" | "permission" | "mayLag">): string | null => {
  if (!mayLag) return null;
  const name = `${method} ${path}`;
  if (method !== "GET") return `${name} changes something and may not lag`;
  const closed = [permission]
    .flat()
    .some((one) =>
      one === "public"
        ? closedWords.test(path)
        : one === "signed-in" || never.has(one.split(".")[0]!),
    );
  return closed || decidingWords.test(path)
    ? `${name} decides, or is decided by, and may not lag`
    : null;
};

/** Stands where an endpoint would read from a standby without having said `mayLag`. */
export const refuseLate = ({ method, path }: Pick<Endpoint, "method" | "path">): Late => {
  const refuse = () => {
    throw new Error(`${method} ${path} does not say mayLag`);
  };
  return { read: refuse, published: refuse, reports: refuse };
};
