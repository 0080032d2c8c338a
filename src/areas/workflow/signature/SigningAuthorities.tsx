import { Plus } from "lucide-react";
import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AuthorityRow } from "./authority.model.ts";
import { signableKinds } from "./signature.labels.ts";

const AddAuthority = dialogOnDemand(async () => (await import("./AddAuthority.tsx")).AddAuthority);

const kindsOf = (row: AuthorityRow) =>
  row.kinds.map((kind) => signableKinds[kind] ?? kind).join(", ");

const columns: readonly Column<AuthorityRow>[] = [
  { id: "person", label: "Who", kind: "text", value: (row) => row.person ?? "a former member" },
  { id: "kinds", label: "Documents", kind: "text", value: kindsOf },
  {
    id: "amountLimit",
    label: "Up to",
    kind: "text",
    value: (row) => (row.amountLimit === null ? "no limit" : formatCents(row.amountLimit)),
  },
  { id: "fromOn", label: "From", kind: "day", value: (row) => row.fromOn },
  { id: "toOn", label: "To", kind: "day", value: (row) => row.toOn },
  { id: "basis", label: "Given by", kind: "text", value: (row) => row.basis },
  {
    id: "holds",
    label: "Holds",
    kind: "text",
    value: (row) =>
      row.revokedAt ? `Revoked: ${row.revokedReason}` : row.holds ? "Today" : "Not today",
  },
];
const filters: readonly Filter[] = [{ id: "holds", label: "Holds today", kind: "flag" }];

function Revoke({ row, onClose }: { row: AuthorityRow; onClose: () => void }) {
  const act = useMutationAction("signing-authorities");
  return (
    <TextDialog
      title={`Revoke the authority of ${row.person ?? "this person"}?`}
      label="Why"
      hint={`${kindsOf(row)}, from ${formatDate(row.fromOn)}, by ${row.basis}. Signatures given so far stay.`}
      confirm="Revoke"
      onClose={onClose}
      onConfirm={(reason) => {
        onClose();
        act.mutate(
          {
            path: `/api/v1/signing-authorities/${row.id}/actions/revoke`,
            body: { reason },
            version: row.version,
          },
          {
            onSuccess: () => notify.done("Revoked", "It holds no longer"),
            onError: (error) => notify.failed("Nothing was revoked", error),
          },
        );
      }}
    />
  );
}

/** /team/signing-authority: who may sign what for the agency, up to which amount, by what. */
export default function SigningAuthorities() {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<AuthorityRow | null>(null);
  return (
    <>
      <DataTable<AuthorityRow>
        name="signing-authorities"
        title="Signing authority"
        path="/api/v1/signing-authorities"
        columns={columns}
        filters={filters}
        defaultSort="-fromOn"
        views={[{ id: "holds", name: "Holds today", query: "holds=true" }]}
        peek={(row) => (
          <div className="grid gap-3">
            <p>
              {row.person}: {kindsOf(row)}, by {row.basis}.
            </p>
            <p className="text-t2">Entered by {row.addedBy ?? "a former member"}.</p>
            {can("signature.authority") && !row.revokedAt && (
              <button
                type="button"
                className="btn btn-danger w-fit"
                onClick={() => setRevoking(row)}
              >
                Revoke
              </button>
            )}
          </div>
        )}
        actions={
          can("signature.authority") && (
            <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" /> Enter an authority
            </button>
          )
        }
        empty={{
          title: "Nobody may sign yet",
          text: "An administrator enters who may sign which documents for the agency, and by what.",
        }}
      />
      {adding && <AddAuthority onClose={() => setAdding(false)} />}
      {revoking && <Revoke row={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}
