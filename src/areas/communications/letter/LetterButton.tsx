import { Mail } from "lucide-react";
import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { TemplateVersion } from "../template/template.model.ts";

const LetterDialog = dialogOnDemand(async () => (await import("./LetterDialog.tsx")).LetterDialog);

/**
 * Writes a letter of a record by one of the agency's templates; not shown where there is none for
 * this kind of record.
 */
export function LetterButton({
  noun,
  objectId,
  email,
}: {
  noun: string;
  objectId: string;
  email?: string | null;
}) {
  const { can } = useAuth();
  const [open, setOpen] = useState(false);
  const list = useGet<{ items: TemplateVersion[] }>(
    "letter-templates",
    `/api/v1/record-letters?noun=${noun}`,
    { enabled: can("letter.write") },
  );
  const templates = list.data?.items ?? [];
  if (templates.length === 0) return null;
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        <Mail aria-hidden="true" />
        Write a letter
      </button>
      {open && (
        <LetterDialog
          templates={templates}
          objectId={objectId}
          email={email ?? ""}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
