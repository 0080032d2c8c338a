import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { ListAnswer } from "#web/kit/queries.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { decisions, type DecisionName } from "./approval.labels.ts";
import type { Approval } from "./approval.model.ts";

/** The documents whose screens change with a decision. */
export const decidedNouns = [
  "approvals",
  "requisitions",
  "purchase-orders",
  "invoices",
  "payment-runs",
  "budget-lines",
  "procurement-board",
  "budget-effects",
];

export type Decidable = Pick<
  Approval,
  "id" | "version" | "documentType" | "documentNumber" | "title" | "amount"
>;

const waitsForMe = (key: QueryKey): boolean => String(key[4] ?? "").includes("mine=true");

/**
 * Sends one person's decision. The request leaves the lists that wait for this person at once; when
 * the server refuses, it comes back with the
 * reason. A decision is final, so there is no undo.
 */
export const useDecision = () => {
  const client = useQueryClient();
  const act = useMutationAction<{ status: string }>(...decidedNouns);
  const decide = async (
    target: Decidable,
    decision: DecisionName,
    comment: string,
  ): Promise<boolean> => {
    const before = client.getQueriesData<ListAnswer<Approval>>({
      queryKey: ["noun", "approval", "list"],
    });
    for (const [key, data] of before) {
      if (!data || !waitsForMe(key)) continue;
      const items = data.items.filter((item) => item.id !== target.id);
      client.setQueryData(key, {
        ...data,
        items,
        total: data.total === null ? null : data.total - (data.items.length - items.length),
      });
    }
    try {
      await act.mutateAsync({
        path: `/api/v1/approvals/${target.id}/actions/${decision}`,
        body: { comment },
        version: target.version,
      });
      notify.done(`${decisions[decision].done}`, `${target.documentNumber} · ${target.title}`);
      return true;
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      notify.failed(
        `${target.documentNumber} was not ${decisions[decision].done.toLowerCase()}`,
        error,
      );
      return false;
    }
  };
  return { decide, busy: act.isPending };
};
