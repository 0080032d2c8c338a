-- The agency's work knows of other people's roles which, since when and until when: who approves and who is told follows from it. Who granted one is read by nobody through the application.
revoke select on user_role from levee_app;
grant select (org_id, id, person_id, role, granted_at, expires_at) on user_role to levee_app;
