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
  const [awardId, vendorId, requisitionId, masterId] = [
    "awardId",
    "vendorId",
    "requisitionId",
    "masterId",
  ].map((name) => search.get(name));
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
      draft={
        from || masterId ? `contract-new-${from ?? masterId}-${vendorId ?? ""}` : "contract-new"
      }
      title={masterId ? "New lot" : "New contract"}
      lead={
        awardId
          ? "From an award: vendor, items and prices are taken over."
          : requisitionId
            ? "From an approved requisition: its items and prices are taken over."
            : masterId
              ? "A lot of a contract: it has its own vendor, prices, ceiling, signatures and end, and draws on the ceiling over all lots besides."
              : "Terms can be changed until counsel reads them."
      }
      known={begins.data?.beginning}
      within={{ awardId, requisitionId, masterId }}
      nouns={["contract-masters"]}
      submitLabel="Save draft"
      list={masterId ? pathTo("contractMaster", { id: masterId }) : pathTo("contracts")}
      page={(id) => pathTo("contract", { id })}
    >
      <ContractFields fixedVendor={Boolean(awardId)} />
    </NewRecord>
  );
}
