import { Check, CircleHelp, X } from "lucide-react";
import type { PictureStanding } from "#kernel/picture.ts";

const marks = {
  met: { Icon: Check, tone: "text-success", says: "Is there" },
  lacks: { Icon: X, tone: "text-danger", says: "Is missing" },
  open: { Icon: CircleHelp, tone: "text-warning", says: "Nobody has judged it" },
} as const;

/** How a thing stands, as a sign that is also read out. */
export function Standing({ of, says }: { of: PictureStanding; says?: string }) {
  const { Icon, tone, says: usual } = marks[of];
  return (
    <span className={`inline-flex shrink-0 items-center ${tone}`} title={says ?? usual}>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{says ?? usual}</span>
    </span>
  );
}
