-- Imports copy their rows into a temporary table and write them from there under row security, since COPY itself is refused where rows are secured.
-- PostgreSQL lets everybody make temporary tables; a database where that was taken away from PUBLIC needs it said for the application's role.
do $$
begin
  execute format('grant temporary on database %I to levee_app', current_database());
end $$;
