import type { Role } from "#kernel/access.ts";
import type { Step, Tutorial } from "./tutorial.model.ts";

const id = (n: number) => `01930000-0000-7000-8000-0000007070${String(n).padStart(2, "0")}`;

/** A step of a tutorial; `action` is the page where it is done. */
export const step = (title: string, content: string, action: string | null = null): Step => ({
  title,
  content,
  action,
});

/** A tutorial by its number, which names it for ever: where somebody stands in it is kept by it. */
export const tutorial = (
  n: number,
  module_name: string,
  difficulty_level: string,
  title: string,
  steps: readonly Step[],
  roles?: readonly Role[],
): Tutorial => ({
  id: id(n),
  module_name,
  is_active: true,
  difficulty_level,
  title,
  steps,
  ...(roles ? { roles } : {}),
});
