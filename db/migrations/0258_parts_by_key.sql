-- As 0247, for what belongs to solicitations, bids and rounds of offers: each part asks for its record by the record's key. Who sees what is as before.
do $$ declare part text; begin
  foreach part in array array['bid_tabulation', 'ocds_release', 'solicitation_addendum', 'solicitation_clause', 'solicitation_criterion', 'solicitation_document', 'solicitation_item', 'solicitation_lot', 'solicitation_requirement'] loop
    execute format('alter policy published on %1$I using (exists (select 1 from solicitation s where s.org_id = %1$I.org_id and s.id = %1$I.solicitation_id))', part);
  end loop;
end $$;
alter policy answered on solicitation_question using (answered_at is not null and not declined and exists (select 1 from solicitation s where s.org_id = solicitation_question.org_id and s.id = solicitation_question.solicitation_id));
alter policy asked on solicitation_question using ((identity_id = any (levee_vendors()) or (answered_at is not null and not declined)) and exists (select 1 from solicitation s where s.org_id = solicitation_question.org_id and s.id = solicitation_question.solicitation_id));
alter policy under_seal on bid_envelope using ((select levee_person()) is null or exists (select 1 from bid b where b.org_id = bid_envelope.org_id and b.id = bid_envelope.bid_id));
alter policy own on bid_envelope using (exists (select 1 from bid b where b.org_id = bid_envelope.org_id and b.id = bid_envelope.bid_id));
alter policy under_seal on bid_share using ((select levee_person()) is null or exists (select 1 from bid_envelope e where e.org_id = bid_share.org_id and e.id = bid_share.envelope_id));
alter policy asked on final_offer_round using (exists (select 1 from final_offer f where f.org_id = final_offer_round.org_id and f.round_id = final_offer_round.id));

-- A file is public when a published document is it; documents are found by their file.
create index solicitation_document_file on solicitation_document (org_id, file_id);
alter policy documents on stored_file using (exists (select 1 from solicitation_document d where d.org_id = stored_file.org_id and d.file_id = stored_file.id));
