-- Accounts and the papers of a payee decide what form 1099 reports; the mark of a vendor's record decides nothing.
alter table vendor drop column reportable1099;
