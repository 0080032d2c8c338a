import type { Role } from "#kernel/access.ts";
import type { Instant } from "#kernel/time.ts";
import type { Duty } from "#roles.ts";

/** An active member as whoever plans for people sees them. */
export type Worker = {
  id: string;
  name: string;
  email: string;
  title: string;
  departmentId: string | null;
  departmentName: string;
  role: Role;
  duties: Duty[];
  supervisorId: string | null;
  supervises: boolean;
  since: Instant;
};
