import { CircleCheck, CircleDashed } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";

type Counted<T = unknown> = { items: T[]; total?: number };

/**
 * What an agency needs before its first requisition can go out, in order; each step is done when
 * its records exist. For administrators.
 */
export function FirstSteps() {
  const years = useGet<Counted>("fiscal-years", "/api/v1/fiscal-years");
  const departments = useGet<Counted>("departments", "/api/v1/departments");
  const segments = useGet<Counted<{ kind: string }>>("segments", "/api/v1/segments");
  const lines = useGet<Counted>("budget-lines", "/api/v1/budget-lines?limit=1");
  const policies = useGet<Counted<{ documentType: string; status: string }>>(
    "approval-policies",
    "/api/v1/approval-policies",
  );
  const vendors = useGet<Counted>("vendors", "/api/v1/vendors?limit=1");
  const some = (list: { data?: Counted | undefined }) =>
    (list.data?.total ?? list.data?.items.length ?? 0) > 0;
  const has = (kind: string) => segments.data?.items.some((each) => each.kind === kind) ?? false;
  const steps = [
    {
      done: some(years),
      label: "Open the fiscal year",
      why: "Every request is charged to the year of its day.",
      to: pathTo("budgetAccounts"),
    },
    {
      done: some(departments),
      label: "Add departments",
      why: "Who asks, and whose money it is.",
      to: `${pathTo("team")}?tab=departments`,
    },
    {
      done: has("fund") && has("account"),
      label: "Add funds and accounts",
      why: "Together with a department they make an account string.",
      to: pathTo("budgetAccounts"),
    },
    {
      done: some(lines),
      label: "Adopt the budget",
      why: "Line by line, or from a CSV file.",
      to: pathTo("budget"),
    },
    {
      done:
        policies.data?.items.some(
          (p) => p.documentType === "requisition" && p.status === "published",
        ) ?? false,
      label: "Publish an approval policy for requisitions",
      why: "Without one nothing can be submitted.",
      to: pathTo("policies"),
    },
    {
      done: some(vendors),
      label: "Add vendors",
      why: "One by one, or from a CSV file.",
      to: pathTo("vendors"),
    },
    {
      done: false,
      label: "Ask for something",
      why: "Your first requisition.",
      to: pathTo("requisitionNew"),
    },
  ];
  const next = steps.findIndex((step) => !step.done);
  return (
    <Panel
      title="First steps"
      aside={`${steps.filter((step) => step.done).length} of ${steps.length} done`}
      flush
    >
      <ol>
        {steps.map((step, at) => (
          <li key={step.label} className="border-t border-hair first:border-t-0">
            <Link to={step.to} className="flex items-center gap-3 px-4 py-2.5 text-t1 hover:bg-s2">
              {step.done ? (
                <CircleCheck className="shrink-0 text-success" aria-label="Done" />
              ) : (
                <CircleDashed className="shrink-0 text-t3" aria-label="To do" />
              )}
              <span className="min-w-0 flex-1">
                <span className={`block ${at === next ? "font-semibold" : ""}`}>{step.label}</span>
                <span className="block text-12 text-t3">{step.why}</span>
              </span>
              {at === next && <span className="badge tone-info">Next</span>}
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
