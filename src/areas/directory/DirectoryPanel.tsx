import { Plus } from "lucide-react";
import { useState } from "react";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { Connection } from "./connection/Connection.tsx";
import type { DirectoryRow } from "./connection/connection.model.ts";

const path = "/api/v1/directories";

/** The tab Directories: lists of people kept elsewhere, that tell who comes and goes. */
export function DirectoryPanel() {
  const [adding, setAdding] = useState(false);
  const list = useGet<{ items: DirectoryRow[] }>("directories", path, { first: true });
  const add = useMutationAction("directories");
  if (list.isPending) return <TableSkeleton columns={2} label="Loading the directories" />;
  if (!list.data)
    return (
      <ErrorPanel error={list.error} what="The directories" onRetry={() => void list.refetch()} />
    );
  const { items } = list.data;
  return (
    <div className="stack">
      <button
        type="button"
        className="btn btn-primary justify-self-start"
        onClick={() => setAdding(true)}
      >
        <Plus aria-hidden="true" />
        Connect a directory
      </button>
      {items.length === 0 && (
        <EmptyState kind="first-use" title="No directory is connected">
          A directory such as Microsoft Entra ID or Okta tells who comes and goes by SCIM 2.0: who
          leaves there is out here at once.
        </EmptyState>
      )}
      {items.map((directory) => (
        <Connection key={directory.id} directory={directory} />
      ))}
      {adding && (
        <TextDialog
          title="Connect a directory"
          label="Name"
          hint="As your administrators call it, such as Entra of the county."
          confirm="Connect"
          least={1}
          onClose={() => setAdding(false)}
          onConfirm={(name) => {
            setAdding(false);
            add.mutate(
              { path, body: { name } },
              {
                onSuccess: () =>
                  notify.done("Connected", "Make a token, and give it to the directory."),
                onError: (error) => notify.failed("Not connected", error),
              },
            );
          }}
        />
      )}
    </div>
  );
}
