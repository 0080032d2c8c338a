import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** Invitations from a file. */
export default function InvitationImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("member.edit"))
    return (
      <EmptyState page kind="no-access" title="You cannot invite people">
        An administrator of your agency can.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import invitations</h1>
      <ImportWizard
        kind="invitations"
        things="invitations"
        nouns={["invitations", "people"]}
        onDone={() => void navigate(`${pathTo("team")}?tab=invitations`)}
        help={
          <>
            <p>
              CSV or XLSX, one person a row, headings in the first line. Only the address is needed;
              role, department, title and duties may stand beside it. Each address gets a letter.
            </p>
            <p className="mt-2 text-14">
              Members and addresses with an open invitation are left alone. Roles and duties with
              money powers hold once a second person confirms them, after the person has come.
            </p>
          </>
        }
      />
    </div>
  );
}
