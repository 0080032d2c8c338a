import { counted } from "#kernel/words.ts";
import type { EamAnswer } from "./eam.model.ts";

type Standing = Pick<EamAnswer, "matrix" | "lateWork" | "outOfService" | "warrantiesEnding">;

/** From this grade on an asset is in poor condition (1 is best, 5 worst). */
const poor = 4;

/** What is wrong with the agency's assets, the gravest first; each part opens its rows. */
export const eamFinding = ({
  matrix,
  lateWork,
  outOfService,
  warrantiesEnding,
}: Standing): { text: string; to: string }[] => {
  const grave = matrix
    .filter(({ band, condition }) => band === "high" && (condition ?? 0) >= poor)
    .reduce((sum, { assets }) => sum + assets, 0);
  return [
    {
      count: grave,
      says: ["critical asset is in poor condition", "critical assets are in poor condition"],
      to: "/asset-management?condition=4,5&inUse=true",
    },
    {
      count: outOfService,
      says: ["asset is out of service", "assets are out of service"],
      to: "/asset-management?status=out_of_service",
    },
    {
      count: lateWork,
      says: ["work order is late", "work orders are late"],
      to: "/maintenance-management?late=true",
    },
    {
      count: warrantiesEnding,
      says: ["warranty ends within 90 days", "warranties end within 90 days"],
      to: "/asset-management?warrantySoon=true",
    },
  ].flatMap(({ count, says, to }) =>
    count > 0 ? [{ text: counted(count, says[0]!, says[1]!), to }] : [],
  );
};
