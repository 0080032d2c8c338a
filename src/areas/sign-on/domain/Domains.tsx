import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { ConfirmDialog } from "#web/kit/ConfirmDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { Form } from "#web/kit/form/Form.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DomainRow, ListedDomain } from "./domain.model.ts";

const path = "/api/v1/sign-in-domains";

function Row({ row, onRemove }: { row: ListedDomain; onRemove: () => void }) {
  const { timeZone } = useAgency();
  const change = useMutationAction<DomainRow>("sign-in-domains");
  const check = () =>
    change.mutate(
      { path: `${path}/${row.id}/actions/check`, body: {} },
      {
        onSuccess: (now) => notify.info(row.domain, now.found),
        onError: (error) => notify.failed("The domain was not checked", error),
      },
    );
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <h3>{row.domain}</h3>
        <Badge
          tone={row.provedAt ? "success" : "warning"}
          label={row.provedAt ? "Proved" : "Not proved yet"}
        />
        <span className="ml-auto flex gap-2">
          <button type="button" className="btn btn-small" onClick={check}>
            Check
          </button>
          <button
            type="button"
            className="btn btn-small"
            aria-disabled={row.stays !== null}
            aria-describedby={row.stays ? `stays-${row.id}` : undefined}
            onClick={() => row.stays === null && onRemove()}
          >
            Remove
          </button>
        </span>
      </div>
      {row.stays && (
        <p id={`stays-${row.id}`} className="text-13 text-t2">
          {row.stays}
        </p>
      )}
      {row.provedAt && row.missed > 0 && (
        <p className="text-13 text-danger">
          The record was not there on {counted(row.missed, "morning")} in a row.
        </p>
      )}
      {(!row.provedAt || row.missed > 0) && (
        <p className="text-13 text-t2">
          Add this TXT record to {row.domain}: <span className="mono break-all">{row.record}</span>
        </p>
      )}
      {row.checkedAt && (
        <p className="text-13 text-t3">
          Checked {formatInstant(row.checkedAt, timeZone)}: {row.found}
        </p>
      )}
    </li>
  );
}

/** The tab Domains: mail domains of the agency, proved by a TXT record. */
export function Domains() {
  const list = useGet<{ items: ListedDomain[] }>("sign-in-domains", path);
  const save = useMutationAction("sign-in-domains");
  const [removing, setRemoving] = useState<ListedDomain | null>(null);
  const [added, setAdded] = useState(0);
  if (list.isPending) return <TableSkeleton columns={2} />;
  if (list.isError)
    return <ErrorPanel error={list.error} what="Domains" onRetry={() => void list.refetch()} />;
  const remove = ({ id }: DomainRow) =>
    save.mutate(
      { method: "DELETE", path: `${path}/${id}` },
      {
        onError: (error) => notify.failed("Nothing was removed", error),
        onSettled: () => setRemoving(null),
      },
    );
  return (
    <div className="stack">
      <Panel title="Mail domains">
        {list.data.items.length === 0 && (
          <p className="text-t2">
            None yet. The sign-in page offers your provider to addresses of proved domains, and only
            their people come in as new.
          </p>
        )}
        <ul className="grid gap-5">
          {list.data.items.map((row) => (
            <Row key={row.id} row={row} onRemove={() => setRemoving(row)} />
          ))}
        </ul>
      </Panel>
      <Panel title="Add a domain">
        <Form<{ domain: string }>
          key={added}
          formKey={null}
          defaultValues={{ domain: "" }}
          submitLabel="Add"
          onSubmit={async (body) => {
            await save.mutateAsync({ path, body });
            setAdded((n) => n + 1);
          }}
        >
          <TextField name="domain" label="Domain" hint="The part after the @." required />
        </Form>
      </Panel>
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.domain}?`}
          description="The sign-in page offers nothing to its addresses any more, and nobody new comes in with one. Linked accounts stay."
          confirm="Remove"
          onClose={() => setRemoving(null)}
          onConfirm={() => remove(removing)}
        />
      )}
    </div>
  );
}
