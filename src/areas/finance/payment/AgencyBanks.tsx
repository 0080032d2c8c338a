import { LockKeyhole, Plus } from "lucide-react";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { messageOf } from "#web/kit/api.ts";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { useFunds } from "./AccountFunds.tsx";
import type { AgencyBank } from "./agency-bank.model.ts";
import { AgencyBankForm, NewAgencyBank } from "./AgencyBankForm.tsx";

const path = "/api/v1/agency-bank-accounts";
type Open = { id: string | null; fresh: boolean };

const partsOf = (
  funds: ReadonlyMap<string, string>,
  open: (id: string) => void,
): readonly LinePart<AgencyBank>[] => [
  {
    label: "Account",
    as: "title",
    cell: (a) => (
      <button type="button" className="text-link" onClick={() => open(a.id!)}>
        {a.number}
      </button>
    ),
  },
  {
    label: "Pays",
    words: true,
    cell: (a) =>
      a.fundIds.length > 0
        ? a.fundIds.map((id) => funds.get(id) ?? "…").join(", ")
        : "every fund of no other account",
  },
  { label: "Next check", cell: (a) => <span className="mono">{a.nextCheckNumber}</span> },
  {
    label: "State",
    as: "badge",
    cell: (a) => (
      <Badge tone={a.active ? "success" : "neutral"} label={a.active ? "In use" : "Retired"} />
    ),
  },
];

function Retire({ account, onDone }: { account: AgencyBank; onDone: () => void }) {
  const retire = useMutationAction<AgencyBank>("agency-bank-accounts", "payment-runs");
  const press = () =>
    retire.mutate(
      { path: `${path}/${account.id}/actions/retire`, version: account.version, body: {} },
      {
        onSuccess: () => {
          notify.done(`${account.number} is not in use any more`);
          onDone();
        },
      },
    );
  return (
    <div className="grid justify-items-start gap-2">
      <button type="button" className="btn" aria-disabled={retire.isPending} onClick={press}>
        Retire {account.number}
      </button>
      <p className="text-12 text-t3">
        Its payments keep it; no run is drawn on it any more. Entered again, it goes on with its own
        check numbers.
      </p>
      {retire.isError && (
        <p role="alert" className="text-danger">
          {messageOf(retire.error)}
        </p>
      )}
    </div>
  );
}

/** The agency's own accounts: which is in use for which funds, and the form of the one that is open. */
export function AgencyBanks() {
  const banks = useGet<{ accounts: AgencyBank[] }>("agency-bank-accounts", path);
  const funds = new Map(useFunds().map((f) => [f.id, f.code]));
  const [open, setOpen] = useState<Open>({ id: null, fresh: false });
  if (banks.isPending) return <RecordSkeleton />;
  if (!banks.data)
    return (
      <ErrorPanel error={banks.error} what="The accounts" onRetry={() => void banks.refetch()} />
    );
  const { accounts } = banks.data;
  const inUse = accounts.filter((a) => a.active);
  const shown = accounts.find((a) => a.id === open.id) ?? inUse[0];
  const canEdit = accounts.some((a) => a.canEdit);
  return (
    <div className="stack">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1>Bank accounts of the agency</h1>
          <p className="flex items-center gap-2 text-t2">
            <LockKeyhole className="text-t3" aria-hidden="true" />
            {counted(inUse.length, "account")} in use. Account numbers are sealed with a key outside
            the database; every change is in the audit record.
          </p>
        </div>
        {canEdit && !open.fresh && (
          <button type="button" className="btn" onClick={() => setOpen({ id: null, fresh: true })}>
            <Plus aria-hidden="true" />
            Add account
          </button>
        )}
      </header>
      {accounts.length > 1 && (
        <Panel title="Accounts" flush>
          <LineTable
            label="Bank accounts of the agency"
            parts={partsOf(funds, (id) => setOpen({ id, fresh: false }))}
            lines={accounts}
            keyOf={(a) => a.id!}
          />
        </Panel>
      )}
      {open.fresh ? (
        <section className="stack" aria-label="One more account">
          <h2>One more account</h2>
          <NewAgencyBank onDone={(id) => setOpen({ id, fresh: false })} />
        </section>
      ) : (
        <section className="stack" aria-label={shown?.number ?? "The account"}>
          {inUse.length > 1 && shown && <h2>{shown.number}</h2>}
          {shown && !shown.active ? (
            <p className="text-t2">
              This account is not in use. To take it up again, press Add account and enter its
              number.
            </p>
          ) : (
            <AgencyBankForm key={open.id} accountId={open.id} />
          )}
          {canEdit && shown?.active && inUse.length > 1 && (
            <Retire account={shown} onDone={() => setOpen({ id: null, fresh: false })} />
          )}
        </section>
      )}
    </div>
  );
}
