import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { objectClasses, type ObjectClass } from "./cost.labels.ts";

type Account = { id: string; code: string; name: string };
type Mapped = { accountId: string; objectClass: ObjectClass };

function Chosen({
  account,
  now,
  may,
  onChoose,
}: {
  account: Account;
  now: ObjectClass;
  may: boolean;
  onChoose: (objectClass: ObjectClass) => void;
}) {
  if (!may) return objectClasses[now];
  return (
    <select
      className="field-control"
      aria-label={`Object class of ${account.code}`}
      value={now}
      onChange={(event) => onChoose(event.target.value as ObjectClass)}
    >
      {Object.entries(objectClasses).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Says to which object class of a grant's budget each account of the chart belongs. */
export default function ObjectClasses() {
  const { can } = useAuth();
  const accounts = useGet<{ items: Account[] }>("segments", "/api/v1/segments?kind=account");
  const mapped = useGet<{ items: Mapped[] }>("object-classes", "/api/v1/object-classes");
  const [changed, setChanged] = useState<Record<string, ObjectClass>>({});
  const save = useMutationAction("object-classes");
  if (accounts.isPending || mapped.isPending) return <TableSkeleton columns={3} />;
  if (!accounts.data) return <ErrorPanel error={accounts.error} what="The accounts" />;
  if (!mapped.data) return <ErrorPanel error={mapped.error} what="The object classes" />;
  const stored = new Map(mapped.data.items.map((m) => [m.accountId, m.objectClass]));
  const entries = Object.entries(changed);
  const send = async () => {
    await save.mutateAsync({
      method: "PUT",
      path: "/api/v1/object-classes",
      body: { accounts: entries.map(([accountId, objectClass]) => ({ accountId, objectClass })) },
    });
    setChanged({});
    notify.done("Saved", "What is posted from now on carries it.");
  };
  return (
    <div className="stack">
      <div>
        <h1>Object classes of accounts</h1>
        <p className="text-t2">
          Budgets and terms of grants speak of object classes. An account without one counts as
          Other; what was posted before keeps its class.
        </p>
      </div>
      <Panel title="Accounts">
        <LineTable
          label="Object classes of accounts"
          parts={[
            { label: "Account", as: "title", cell: (a) => `${a.code} ${a.name}` },
            {
              label: "Object class",
              words: true,
              cell: (a) => (
                <Chosen
                  account={a}
                  now={changed[a.id] ?? stored.get(a.id) ?? "other"}
                  may={can("cost.map")}
                  onChoose={(objectClass) => setChanged((now) => ({ ...now, [a.id]: objectClass }))}
                />
              ),
            },
          ]}
          lines={accounts.data.items}
          keyOf={(a) => a.id}
        />
      </Panel>
      {can("cost.map") && (
        <p>
          <button
            type="button"
            className="btn btn-primary"
            disabled={entries.length === 0 || save.isPending}
            onClick={() => void send().catch((error: unknown) => notify.failed("Not saved", error))}
          >
            Save
          </button>
        </p>
      )}
    </div>
  );
}
