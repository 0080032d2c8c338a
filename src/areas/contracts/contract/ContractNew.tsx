import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { NewRecord } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { ContractFields } from "./ContractFields.tsx";
import { contractForm } from "./contract.form.ts";
import type { ContractDetail } from "./contract.model.ts";

/** Asks for a contract: blank, from the share of an award, or from an approved requisition. */
export default function ContractNew() {
  const [search] = useSearchParams();
  const [awardId, vendorId, requisitionId] = ["awardId", "vendorId", "requisitionId"].map((name) =>
    search.get(name),
  );
  const from = awardId ?? requisitionId;
  const begins = useGet<{ beginning: Partial<ContractDetail> | null }>(
    "contracts",
    `/api/v1/contract-beginnings?${search.toString()}`,
    { enabled: Boolean(from) },
  );
  if (from && begins.isPending) return <RecordSkeleton />;
  if (from && !begins.data)
    return (
      <ErrorPanel
        error={begins.error}
        what="What this contract begins with"
        onRetry={() => void begins.refetch()}
      />
    );
  return (
    <NewRecord
      key={from}
      form={contractForm}
      draft={from ? `contract-new-${from}-${vendorId ?? ""}` : "contract-new"}
      title="New contract"
      lead={
        awardId
          ? "From an award: vendor, items and prices are taken over."
          : requisitionId
            ? "From an approved requisition: its items and prices are taken over."
            : "Terms can be changed until counsel reads them."
      }
      known={begins.data?.beginning}
      within={{ awardId, requisitionId }}
      submitLabel="Save draft"
      list={pathTo("contracts")}
      page={(id) => pathTo("contract", { id })}
    >
      <ContractFields fixedVendor={Boolean(awardId)} />
    </NewRecord>
  );
}
