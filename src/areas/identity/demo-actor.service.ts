import type { Actor } from "#kernel/access.ts";
import { permissionsOf } from "#roles.ts";
import { carverCountyId, carverMembers, carverTimeZone, demoPersonId } from "./demo.model.ts";

/**
 * A demo member of Carver County as an actor, for telling the demo story through the services. `at`
 * sets the business clock.
 */
export const demoActor = (name: string, at?: string): Actor => {
  const email = `${name}@demo.levee.test`;
  const member = carverMembers.find((m) => m.email === email);
  if (!member) throw new Error(`${email} is not a demo member`);
  return {
    kind: "member",
    personId: demoPersonId(email),
    name: member.name,
    email,
    orgId: carverCountyId,
    role: member.role,
    duties: member.duties,
    permissions: permissionsOf(member.role, member.duties),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
    timeZone: carverTimeZone,
    ...(at ? { businessNow: at } : {}),
  };
};
