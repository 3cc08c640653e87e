import type { Lexicon } from "./concepts.ts";

/** What elements do, in the languages of Europe of which the other lexicons have little; added to those. */
export const FURTHER_CONSEQUENCES: Readonly<Record<string, Lexicon>> = {
  fi: {
    ...{
      send: "jaka* kutsu* välitä* lähettä*",
      publish: "julkais* julkiseksi julkista*",
      grant: "anna_oikeu* käyttöoikeu* salli_etäkäyttö",
      sign: "allekirjoit*",
    },
    ...{
      delete: "poisto* tuhoa* pyyhi* sulje_tili",
      pay: "ostaa tilaus* veloit* maksu",
      subscribe: "tilaa_jäsen* vuositilaus* kuukausitilaus* liity uusi_jäsen*",
    },
    ...{
      security: "kaksivaihei* virustorjun* palomuuri*",
      protection: "kaksivaihei* virustorjun* palomuuri* suojau*",
      off: "poista_käytöstä sammuta kytke_pois",
    },
    ...{
      rate: "äänestä* tykkää",
      install: "asennus",
      permanent: "pysyväs* peruuttamat*",
      undo: "palaut* roskakori* luonnos* kumoa",
      total: "yhteensä summa",
    },
    ...{
      not: "ei älä ilman",
      every: "kaikki kaikille",
      plain: "seuraava edellinen toista tallenna muokkaa näytä",
      noun: "historia tiedot asetukset ohje hinnasto",
    },
  },
  hu: {
    ...{
      grant: "hozzáférés_megadás* engedély* jogosultság* teljes_hozzáférés",
      security: "kétlépcsős* kéttényezős* víruskereső* tűzfal*",
      subscribe: "előfizet* megújít*",
    },
    ...{
      install: "telepít*",
      rate: "szavaz* értékel*",
      book: "foglal*",
      protection: "kétlépcsős* víruskereső* tűzfal* védelem* védelm*",
      off: "kikapcsol* letilt*",
    },
    ...{
      permanent: "végleges*",
      undo: "visszaállít* visszavon* lomtár* piszkozat*",
      total: "összesen végösszeg",
      every: "összes minden",
      not: "nem ne nélkül",
    },
    ...{ plain: "következő előző tovább mentés szerkeszt*", noun: "előzmények részletek beállítások súgó" },
  },
  ro: {
    ...{
      delete: "șterge* ștergeți elimină goleșt*",
      send: "trimit* trimite distribui* partaj* invită",
      publish: "publică publicați publicarea postează",
      sign: "semnează semnați",
      accept: "accept aprob* sunt_de_acord",
    },
    ...{
      grant: "acordă acordați permite_accesul",
      security: "doi_pași doi_factori antivirus",
      subscribe: "abonează abonați reînnoi* prelungi*",
      pay: "plătește plătiți cumpără cumpărați comandă",
      transfer: "transferă virament",
    },
    ...{
      cancel: "renunț* reziliaz* dezabon*",
      rate: "votează votați apreciază",
      install: "instalează",
      off: "dezactiv*",
      protection: "antivirus protecți*",
      permanent: "definitiv ireversibil",
      undo: "restaur* coș_de_gunoi ciornă anula_în",
    },
    ...{
      decline: "nu_acum nu_mulțumesc închide mai_târziu respinge înapoi",
      every: "toți toate tuturor",
      not: "nu fără",
    },
  },
  cs: {
    ...{
      delete: "smaz* odstran* vymaz*",
      send: "odesl* odešl* pošl* sdíl* pozv* přepošl*",
      sign: "podep*",
      accept: "souhlas* schvál*",
      grant: "udělit udělte povolit_přístup zpřístup*",
    },
    ...{
      security: "dvoufázov* dvoufaktor* antivir*",
      subscribe: "předplat* obnov* prodlouž*",
      pay: "zaplat* koup* objedn*",
      rate: "hlasov* hodno*",
      install: "nainstal*",
      off: "vypn* deaktiv*",
    },
    ...{
      protection: "antivir* ochran* zabezpeč* dvoufázov*",
      permanent: "trvale nevrat*",
      undo: "obnovit koš koncept vrátit_zpět",
      not: "ne bez nikdy",
      every: "všechn* všem všichni",
    },
  },
  uk: {
    ...{
      delete: "видал* стер* очист*",
      send: "надісл* надішл* відправ* поділ* запрос* пересл*",
      publish: "оприлюдн*",
      sign: "підпис*",
      accept: "погодж* схвал* прийня*",
      grant: "надат* повний_доступ дозвіл",
    },
    ...{
      subscribe: "підписатися підписат* продовж*",
      pay: "сплат* оплат* купит* замов*",
      rate: "проголос* голосув*",
      install: "встанов*",
      off: "вимкн* деактив*",
      protection: "захист* антивірус* двофактор* двоетап*",
    },
    ...{ permanent: "назавжди безповорот*", undo: "віднов* кошик* чернетк*", every: "усі всі всім", not: "не без ні" },
  },
  nordic: {
    ...{
      delete: "töm_papperskorg* tøm_papirkurv* avsluta_konto",
      send: "skicka* dela sende sendes bjud_in inviter* videresend*",
      grant: "full_åtkomst fuld_adgang full_tilgang",
      security: "tvåsteg* tofaktor* tvåfaktor* totrin* virusskydd* brandvägg*",
    },
    ...{
      protection: "tvåsteg* tofaktor* tvåfaktor* totrin* virusskydd* brandvägg* skydd beskyttelse",
      off: "stäng_av slå_från slå_av inaktiver* deaktiver*",
      subscribe: "prenumerer* abonner* årsplan* månadsplan* teckna förnya* forny*",
    },
    ...{
      rate: "rösta stem_for",
      permanent: "permanent oåterkallelig* endelig*",
      undo: "ångra återställ* papperskorg* utkast papirkurv* gendan* gjenopprett* fortryd kladde",
      total: "totalt summa totalbeløb",
      not: "inte ikke aldrig utan uden uten",
    },
  },
  nl: {
    ...{
      delete: "wis gewist",
      off: "zet_uit zet_uw uitzet* uitgeschakeld",
      protection: "bescherming virusscanner beveiliging* tweestaps*",
      undo: "ongedaan_maken",
      rate: "stem_voor stem_op",
      cancel: "afstand_doen",
    },
  },
  es: {
    ...{
      grant: "ceder_propiedad cede_la_propiedad traspasar_propiedad acceso_total",
      cancel: "renunci*",
      undo: "puedes_deshacer se_puede_deshacer recuperable",
    },
  },
  pt: { grant: "ceder_propriedade transferir_propriedade acesso_total", undo: "pode_desfazer rascunhos" },
  it: {
    undo: "puoi_annullare annullare_entro annullabile ripristinabile recuperabile",
    grant: "cedi_proprietà accesso_completo",
    cancel: "cedi_posto",
  },
  fr: {
    grant: "céder_la_propriété accès_complet",
    cancel: "renonc*",
    undo: "peut_être_annul* pouvez_annuler récupérable",
  },
  de: { grant: "eigentum_übertragen vollzugriff", cancel: "verzicht*", undo: "widerruflich wiederherstellbar" },
  pl: {
    ...{
      delete: "usuń* usunię* skasuj* wyczyść opróżnij",
      send: "wyśl* wysył* udostępn* zaproś prześlij",
      sign: "podpisz*",
      accept: "akceptuj* zgadzam zatwierdź*",
      rate: "głosuj zagłos*",
      subscribe: "subskryb* przedłuż* odnów",
      protection: "antywirus* ochron* dwuetapow* zabezpieczen*",
      permanent: "trwale nieodwracaln*",
      every: "wszystk* wszyscy",
    },
  },
  en: {
    ...{
      publish: "set_to_public switch_to_public change_to_public turn_public visibility_public open_to_the_public",
      plain: "public publication publications publicly publisher publishers publicity",
      cancel: "renounce* relinquish* forgo forfeit* surrender*",
      grant: "cede cedes make_co-owner hand_over_ownership transfer_ownership full_control",
      rate: "cast_vote cast_my_vote vote_for",
      seed: "recovery_words secret_words backup_phrase backup_words",
    },
  },
};
