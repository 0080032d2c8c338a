import { ArrowLeftRight } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { accountChoices, type MergeField } from "./merge.labels.ts";
import type { MergeDetail, MergeOutlook } from "./merge.model.ts";
import { Blocks, Fields, Moves } from "./MergeOutlook.tsx";

type Account = keyof typeof accountChoices;

// Where the record that stays says nothing, the other one's value is worth keeping.
const suggested = ({ kept, merged }: MergeOutlook): MergeField[] =>
  (Object.keys(kept.values) as MergeField[]).filter(
    (field) => !kept.values[field] && merged.values[field],
  );

function AccountChoice({
  outlook,
  value,
  onChange,
}: {
  outlook: MergeOutlook;
  value: Account;
  onChange: (account: Account) => void;
}) {
  const { kept, merged } = outlook;
  const offered = (["kept", "merged", "none"] as const).filter(
    (one) => one === "none" || { kept, merged }[one].account,
  );
  return (
    <Panel title="Bank account">
      <div className="grid gap-2" role="radiogroup" aria-label="Bank account that stays">
        {offered.map((one) => (
          <label key={one} className="check">
            <input
              type="radio"
              name="account"
              checked={value === one}
              onChange={() => onChange(one)}
            />
            <span>
              {accountChoices[one]}
              {one !== "none" && <small>{{ kept, merged }[one].account}</small>}
            </span>
          </label>
        ))}
      </div>
    </Panel>
  );
}

function Compare({ outlook, onSwap }: { outlook: MergeOutlook; onSwap: () => void }) {
  const { kept, merged, blocks } = outlook;
  const [taken, setTaken] = useState<readonly MergeField[]>(() => suggested(outlook));
  const [account, setAccount] = useState<Account>(kept.account ? "kept" : "none");
  const [asking, setAsking] = useState(false);
  const propose = useMutationAction<MergeDetail>("vendor-merges", "vendor-pairs");
  const navigate = useNavigate();
  const take = (field: MergeField, from: "kept" | "merged") =>
    setTaken((now) => (from === "merged" ? [...now, field] : now.filter((one) => one !== field)));
  const send = (reason: string) =>
    propose.mutate(
      {
        path: "/api/v1/vendor-merges",
        body: { keptId: kept.id, mergedId: merged.id, taken, account, reason },
      },
      {
        onSuccess: (made) => {
          notify.done(`${made.number} is proposed`, "Another person approves it.");
          void navigate(pathTo("vendorMerge", { id: made.id }));
        },
        onError: (error) => notify.failed("Not proposed", error),
      },
    );
  return (
    <div className="grid gap-5">
      <Blocks blocks={blocks} />
      <Panel
        title="Which value stays"
        aside={
          <button type="button" className="btn btn-small" onClick={onSwap}>
            <ArrowLeftRight aria-hidden="true" />
            Keep {merged.number} instead
          </button>
        }
      >
        <Fields kept={kept} merged={merged} taken={taken} onTake={take} />
      </Panel>
      <AccountChoice outlook={outlook} value={account} onChange={setAccount} />
      <Moves outlook={outlook} />
      <div>
        <button type="button" className="btn btn-primary" onClick={() => setAsking(true)}>
          Propose to merge {merged.number} into {kept.number}
        </button>
      </div>
      {asking && (
        <TextDialog
          title={`Merge ${merged.number} into ${kept.number}`}
          label="How do you know that both are one firm?"
          hint="Whoever approves it reads this. Nothing moves before."
          confirm="Propose"
          onClose={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            send(reason);
          }}
        />
      )}
    </div>
  );
}

/** /master-data/merges/new: two records beside each other, before anybody proposes anything. */
export default function MergeNew() {
  const [search, setSearch] = useSearchParams();
  const { can } = useAuth();
  const [kept, merged] = [search.get("kept") ?? "", search.get("merged") ?? ""];
  const read = useGet<MergeOutlook>(
    "vendor-merges",
    `/api/v1/vendor-merges/outlook?keptId=${kept}&mergedId=${merged}`,
    { enabled: kept !== "" && merged !== "" },
  );
  if (!can("vendor.merge"))
    return (
      <EmptyState page kind="no-access" title="You cannot merge vendors">
        Buyers, accounts payable, managers and administrators propose a merge.
      </EmptyState>
    );
  if (!kept || !merged)
    return (
      <EmptyState
        page
        kind="first-use"
        title="Choose two records of one firm"
        action={
          <Link className="btn btn-primary" to={`${pathTo("masterData")}?tab=pairs`}>
            Likely pairs
          </Link>
        }
      >
        Master data lists vendors that are likely the same firm; Compare opens both here.
      </EmptyState>
    );
  const swap = () => setSearch({ kept: merged, merged: kept }, { replace: true });
  return (
    <div className="grid gap-5">
      <div>
        <h1>
          {read.data ? `${read.data.kept.number} and ${read.data.merged.number}` : "Two records"}
        </h1>
        <p className="mt-1 text-t2">
          {read.data
            ? `${read.data.merged.name} would be merged into ${read.data.kept.name}. What went out keeps what it said.`
            : "Compare two records of one firm."}
        </p>
      </div>
      {read.isPending && <TableSkeleton columns={3} />}
      {read.isError && <ErrorPanel error={read.error} what="Both records" />}
      {read.data && <Compare key={kept} outlook={read.data} onSwap={swap} />}
    </div>
  );
}
