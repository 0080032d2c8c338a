import { PackageCheck } from "lucide-react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";

/**
 * Asks for the evidence package of records, a ZIP that verifies offline; for whoever may take it.
 * The tray of long work offers it once it is made.
 */
export function EvidenceButton({ ids, name }: { ids: readonly string[]; name: string }) {
  const { me } = useAuth();
  const ask = useMutationAction("jobs", "evidence-packages");
  if (!me?.permissions.includes("evidence.take")) return null;
  const send = async () => {
    await ask.mutateAsync({
      path: "/api/v1/evidence-packages",
      body: { title: name, objectIds: [...ids] },
    });
    notify.done("The package is being made", "The tray of long work offers it when it is ready.");
  };
  return (
    <button
      type="button"
      className="btn"
      disabled={ask.isPending}
      onClick={() =>
        void send().catch((error: unknown) =>
          notify.failed("The package could not be asked for", error),
        )
      }
    >
      <PackageCheck aria-hidden="true" />
      Evidence package
    </button>
  );
}
