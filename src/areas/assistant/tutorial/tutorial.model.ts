import { z } from "zod";
import type { Role } from "#kernel/access.ts";

/** A step: what to read, and where `action` leads. */
export type Step = { title: string; content: string; action: string | null };
export type Tutorial = {
  id: string;
  module_name: string;
  is_active: boolean;
  difficulty_level: string;
  title: string;
  steps: readonly Step[];
  /** Whose it is; everyone's without. */ roles?: readonly Role[];
};

export const tutorialRow = z
  .object({
    id: z.string(),
    module_name: z.string(),
    is_active: z.boolean(),
    difficulty_level: z.string(),
    title: z.string(),
    steps: z.array(
      z.object({ title: z.string(), content: z.string(), action: z.string().nullable() }),
    ),
  })
  .meta({ id: "Tutorial" });
export const progressRow = z
  .object({ tutorial_id: z.string(), current_step: z.number(), completed: z.boolean() })
  .meta({ id: "TutorialProgress" });
export type Progress = z.output<typeof progressRow>;
export const progressInput = z.object({
  user_id: z.unknown().optional(),
  tutorial_id: z.uuid("Invalid UUID format"),
  current_step: z.number().int().min(0).max(200),
  completed: z.boolean().optional(),
});
