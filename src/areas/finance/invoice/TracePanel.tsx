import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { Panel } from "#web/kit/states.tsx";
import type { InvoiceDetail } from "./invoice.model.ts";

const names: Readonly<Record<string, string>> = {
  requisition: "asked",
  purchaseOrder: "ordered",
  receipt: "received",
  invoice: "billed",
  payment: "paid",
  claim: "drawn",
  award: "award",
};
const missing: Readonly<Record<string, string>> = {
  requisition: "No requisition",
  purchaseOrder: "No order",
  receipt: "No receipt",
  payment: "Not paid",
};

type Step = InvoiceDetail["trace"][number];

function Box({ step }: { step: Step }) {
  const body = (
    <>
      <span className="mono block">{step.id ? step.number : "—"}</span>
      <span className="block text-12 text-t3">
        {step.id
          ? [step.on && formatDate(step.on), step.here ? `this ${step.kind}` : names[step.kind]]
              .filter(Boolean)
              .join(" · ")
          : missing[step.kind]}
      </span>
    </>
  );
  const look = `block rounded-[4px] border px-3 py-2 ${step.here ? "border-accent" : step.id ? "border-hair" : "border-hair border-dashed"}`;
  return step.href ? (
    <Link to={step.href} className={`${look} hover:bg-s2 text-t1`}>
      {body}
    </Link>
  ) : (
    <div className={look} aria-current={step.here ? "step" : undefined}>
      {body}
    </div>
  );
}

/** Requisition → order → receipts → invoice → payments; a missing link is shown as missing. */
export function TracePanel({
  invoice,
  title = "Where each dollar goes",
}: {
  invoice: Pick<InvoiceDetail, "trace">;
  title?: string;
}) {
  return (
    <Panel title={title}>
      <ol className="flex flex-wrap items-stretch gap-x-4 gap-y-3">
        {invoice.trace.map((step, i) => (
          <li key={step.id ?? `${step.kind}-${i}`}>
            <Box step={step} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}
