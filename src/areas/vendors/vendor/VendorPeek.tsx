import { ErrorPanel } from "#web/kit/states.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import {
  certifications,
  screeningResults,
  vendorStatuses,
  type Certification,
} from "./vendor.labels.ts";
import type { VendorDetail } from "./vendor.model.ts";
import { VendorFacts } from "./VendorOverview.tsx";

/** A vendor beside the list: state, how to reach it, what it sells. */
export function VendorPeek({ id }: { id: string }) {
  const vendor = useRecord<VendorDetail>("/api/v1/vendors", id);
  if (vendor.isPending)
    return (
      <div role="status" aria-label="Loading" className="grid gap-3">
        <div className="skeleton h-6" />
        <div className="skeleton h-40" />
      </div>
    );
  if (!vendor.data) return <ErrorPanel error={vendor.error} what="The vendor" />;
  const { name, status, screeningResult, commodities, diversity } = vendor.data;
  return (
    <div className="stack">
      <h2>{name}</h2>
      <div className="flex flex-wrap gap-2">
        <StatusBadge statuses={vendorStatuses} status={status} />
        {screeningResult && <StatusBadge statuses={screeningResults} status={screeningResult} />}
      </div>
      <VendorFacts vendor={vendor.data} />
      {commodities.length > 0 && (
        <ul className="grid gap-1 text-14">
          {commodities.map((c) => (
            <li key={c.code}>
              <span className="mono text-t3">{c.code}</span> {c.name}
            </li>
          ))}
        </ul>
      )}
      {diversity.length > 0 && (
        <p className="text-14 text-t2">
          {diversity.map((one) => certifications[one as Certification] ?? one).join(", ")}
        </p>
      )}
    </div>
  );
}
