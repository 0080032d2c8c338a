import { Scale } from "lucide-react";
import { Link } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "../queries.ts";

type Standing = { holds?: readonly { id: string; number: string; matter: string }[] };

/**
 * The legal holds that stand on a record: nothing of it is deleted meanwhile. Nothing where none
 * stands. `path` is its noun's address.
 */
export function LegalHolds({ path, id }: { path: string; id: string }) {
  const { can } = useAuth();
  const noun = path.split("/").at(-1)!;
  // What Origin reads as well: one request.
  const { data } = useGet<Standing>(path, `/api/v1/records/${noun}/${id}/chain`);
  const holds = data?.holds ?? [];
  if (holds.length === 0) return null;
  return (
    <div className="notice tone-warning mb-5" role="note">
      <Scale aria-hidden="true" />
      <div>
        {holds.map((hold) => (
          <p key={hold.id}>
            <strong>Legal hold </strong>
            {can("legalHold.read") ? (
              <Link className="underline" to={`/admin/compliance/holds/${hold.id}`}>
                {hold.number}
              </Link>
            ) : (
              hold.number
            )}
            : {hold.matter}. Nothing of this record is deleted, disposed of or erased.
          </p>
        ))}
      </div>
    </div>
  );
}
