import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import type { PermissionName } from "#roles.ts";
import { useAuth } from "../../auth/AuthProvider.tsx";
import { EmptyState } from "../states.tsx";
import type { ImportRun } from "./contract.ts";
import { ImportWizard } from "./ImportWizard.tsx";

type PageProps = {
  title: string;
  /** The server's name for what is imported: `vendors`, `budget-lines`. */
  kind: string;
  /** What one row is, in the plural: "vendors". */
  things: string;
  /** Who may, and what the others are told: what they cannot do, and who can. */
  permission: PermissionName;
  closed: { title: string; text: string };
  /** Nouns to read anew afterwards. */
  nouns: readonly string[];
  /** Where what came in is shown. */
  /** Where what came in is seen, of a run that is done. */
  done: string | ((run: ImportRun) => string);
  help: ReactNode;
  /** What stands above or below the file: a choice of kinds, another way in. */
  above?: ReactNode;
  below?: ReactNode;
};

/** The page of an import, for every kind: an area says what its rows are. */
export function ImportPage({
  title,
  kind,
  things,
  permission,
  closed,
  nouns,
  done,
  help,
  above,
  below,
}: PageProps) {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can(permission))
    return (
      <EmptyState page kind="no-access" title={closed.title}>
        {closed.text}
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>{title}</h1>
      {above}
      <ImportWizard
        key={kind}
        kind={kind}
        things={things}
        nouns={nouns}
        onDone={(run) => void navigate(typeof done === "string" ? done : done(run))}
        help={help}
      />
      {below}
    </div>
  );
}
