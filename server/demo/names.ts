/** Names in many languages and scripts, with their transliteration for user names. */

export interface Culture {
  /** Their users' chosen language, if the product supports it. */
  readonly locale: string | null;
  /**
   * Names separated by spaces; `_` stands for a space in a name. `王=wang` gives the transliteration, if stripping accents does
   * not. Family names that depend on gender are listed with given names of that gender only.
   */
  readonly given: string;
  readonly family: string;
}

export const cultures: readonly Culture[] = [
  {
    locale: null,
    given:
      'Oliver Amelia George Isla Harry Ava Jack Emily Jacob Grace Charlie Freya Thomas Lily Oscar Sophie James Evie William Ruby Leo Hannah Alfie Charlotte Henry Alice Joshua Daisy Freddie Phoebe Edward Florence Arthur Matilda Samuel Beatrix',
    family:
      'Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Harrison Turner Cooper Ward Baker Bennett Marshall Whitaker Ashworth Fairbanks Pemberton Hargreaves Lockwood Attwater Bellamy Thorne',
  },
  {
    locale: 'en-GB',
    given: 'Niamh Conor Aoife Cillian Saoirse Declan Róisín Eoin Gráinne Fionn Catriona Hamish Isobel Ewan',
    family:
      "O'Brien O'Connor O'Sullivan O'Neill D'Arcy Byrne Gallagher McCarthy MacDonald Campbell Fraser Sinclair Drummond Ní_Dhomhnaill=nidhomhnaill",
  },
  {
    locale: 'de',
    given:
      'Jürgen=juergen Anna Lukas Lena Maximilian Mia Felix Käthe=kaethe Jörg=joerg Sophie-Charlotte Björn=bjoern Greta Moritz Frieda Stefan Ursula Günther=guenther Hannelore Matthias Katharina',
    family:
      'Müller=mueller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer=schaefer Köhler=koehler Weiß=weiss Groß=gross Krämer=kraemer Böhm=boehm von_Arnim zu_Putlitz Jäger=jaeger Schröder=schroeder',
  },
  {
    locale: null,
    given: 'Camille Jean-Luc Élodie Théo Manon Hugo Chloé Jérôme Inès François Léa Guillaume Noémie Gaël',
    family: "Martin Bernard Dubois Lefèvre Moreau Girard Fournier Mercier Rousseau D'Aubigné de_La_Tour Faure Blanc Garnier",
  },
  {
    locale: null,
    given: 'Lucía Santiago Sofía Mateo Martina Íñigo Valentina Andrés Camila Joaquín Núria Álvaro Begoña Iván',
    family: 'García Fernández González Rodríguez López Martínez Sánchez Pérez Muñoz Ibáñez Núñez de_la_Fuente Castaño Vázquez',
  },
  {
    locale: null,
    given: 'João Beatriz Tiago Mariana Gonçalo Leonor Afonso Inês Rui Conceição Thiago Luísa',
    family: 'Silva Santos Ferreira Pereira Oliveira Gonçalves Simões Magalhães dos_Reis Araújo Cardoso Brandão',
  },
  {
    locale: null,
    given: 'Giulia Lorenzo Chiara Matteo Francesca Niccolò Alessia Davide Beatrice Tommaso Ginevra Pietro',
    family: "Rossi Ferrari Esposito Bianchi Romano Colombo Ricci De_Luca D'Angelo Dell'Acqua Caputo Fontana",
  },
  {
    locale: null,
    given: 'Daan Sanne Bram Femke Jeroen Marloes Thijs Anouk Ruben Fleur Joost Liesbeth',
    family: 'de_Vries van_den_Berg van_Dijk Bakker Janssen Visser Smit Mulder Dekker van_der_Meer Hoekstra Postma',
  },
  {
    locale: null,
    given: 'Ingrid Lars Astrid Søren Åse Bjørn Märta Øyvind Linnéa Håkan Maj-Britt Mikkel Saga Einar',
    family: 'Andersson Nielsen Sørensen Åkesson Bergström Hansen Kjær Øverland Lindqvist Ødegård Holmgren Dahl Nygård Sjöberg',
  },
  {
    locale: null,
    given: 'Agnieszka Łukasz Zofia Paweł Małgorzata Stanisław Grażyna Mieczysław Żaneta Krzysztof Elżbieta Wojciech',
    family: 'Nowak Wójcik Mazur Kaczmarek Wróbel Stępień Dudek Pawlak Zając Król Wieczorek Gołąb',
  },
  {
    locale: null,
    given: 'Jiří Ondřej Tomáš Štěpán Vojtěch Matěj Radek Zdeněk Luboš Přemysl',
    family: 'Novák Svoboda Dvořák Černý Procházka Kučera Veselý Horák Němec Růžička',
  },
  {
    locale: null,
    given: 'Zsófia Bence Eszter Gergő Réka Ádám Kinga Levente Tünde Csaba',
    family: 'Nagy Kovács Tóth Szabó Horváth Varga Kiss Molnár Németh Győrfi',
  },
  {
    locale: null,
    given: 'Ayşe Mehmet Elif Çağrı Zeynep Oğuz Gülşah İbrahim Şeyma Emre Işıl Uğur',
    family: 'Yılmaz Kaya Demir Çelik Şahin Öztürk Aydın Özdemir Arslan Doğan Kılıç Güneş',
  },
  {
    locale: 'en-IN',
    given:
      'Aarav Ananya Vihaan Diya Arjun Ishani Rohan Meera Siddharth Kavya Aditya Nandini Karthik Priyanka Rajesh Lakshmi Vikram Sneha Harish Padmini',
    family:
      "Sharma Patel Iyer Reddy Nair Gupta Chatterjee Deshmukh Kulkarni Menon Bhattacharya Venkataraman D'Souza Krishnan Mehta Banerjee Pillai Joshi Rao Subramaniam",
  },
];
